// For each number below 16, 256 or 1000: M(number), by the preprocessor, so that each function has its own name and
// each call of one is a line of its own.
#pragma once

// Three digits behind a one: 1007 for the seventh, since 007 would be octal.
#define RP_TEN(M, tens) \
  M(tens##0)            \
  M(tens##1) M(tens##2) M(tens##3) M(tens##4) M(tens##5) M(tens##6) M(tens##7) M(tens##8) M(tens##9)
#define RP_HUNDRED(M, hundreds)                                                               \
  RP_TEN(M, hundreds##0)                                                                      \
  RP_TEN(M, hundreds##1)                                                                      \
  RP_TEN(M, hundreds##2) RP_TEN(M, hundreds##3) RP_TEN(M, hundreds##4) RP_TEN(M, hundreds##5) \
      RP_TEN(M, hundreds##6) RP_TEN(M, hundreds##7) RP_TEN(M, hundreds##8) RP_TEN(M, hundreds##9)
#define RP_16(M) RP_TEN(M, 100) M(1010) M(1011) M(1012) M(1013) M(1014) M(1015)
#define RP_256(M)                                                                                            \
  RP_HUNDRED(M, 10)                                                                                          \
  RP_HUNDRED(M, 11)                                                                                          \
  RP_TEN(M, 120) RP_TEN(M, 121) RP_TEN(M, 122) RP_TEN(M, 123) RP_TEN(M, 124) M(1250) M(1251) M(1252) M(1253) \
      M(1254) M(1255)
#define RP_1000(M)                                                                          \
  RP_HUNDRED(M, 10)                                                                         \
  RP_HUNDRED(M, 11)                                                                         \
  RP_HUNDRED(M, 12) RP_HUNDRED(M, 13) RP_HUNDRED(M, 14) RP_HUNDRED(M, 15) RP_HUNDRED(M, 16) \
      RP_HUNDRED(M, 17) RP_HUNDRED(M, 18) RP_HUNDRED(M, 19)
