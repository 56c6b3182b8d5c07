// A part of the outside project that does not use retprobe keeps the project's own standard.
static_assert(__cplusplus == 201703L, "retprobe has changed its parent's C++ standard");
#ifdef NDEBUG
#error "retprobe has changed its parent's build type"
#endif
int of_cxx17() { return 17; }
