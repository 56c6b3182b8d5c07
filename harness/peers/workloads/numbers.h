// Expands M(number) for each number below 1, 16, 256, 1000 or 4000 with the preprocessor. So each
// function has a name of its own, and each call of one is a line of its own.
#pragma once

// clang-format off
// M gets the number plus 1000: 1007 for 7, because 007 would be octal.
#define RP_TEN(M, tens)                                                                            \
  M(tens##0)                                                                                       \
  M(tens##1) M(tens##2) M(tens##3) M(tens##4) M(tens##5) M(tens##6) M(tens##7) M(tens##8) M(tens##9)
#define RP_HUNDRED(M, hundreds)                                                                    \
  RP_TEN(M, hundreds##0)                                                                           \
  RP_TEN(M, hundreds##1)                                                                           \
  RP_TEN(M, hundreds##2) RP_TEN(M, hundreds##3) RP_TEN(M, hundreds##4) RP_TEN(M, hundreds##5)      \
      RP_TEN(M, hundreds##6) RP_TEN(M, hundreds##7) RP_TEN(M, hundreds##8) RP_TEN(M, hundreds##9)
#define RP_1(M) M(1000)
#define RP_16(M) RP_TEN(M, 100) M(1010) M(1011) M(1012) M(1013) M(1014) M(1015)
#define RP_256(M)                                                                                  \
  RP_HUNDRED(M, 10)                                                                                \
  RP_HUNDRED(M, 11)                                                                                \
  RP_TEN(M, 120) RP_TEN(M, 121) RP_TEN(M, 122) RP_TEN(M, 123) RP_TEN(M, 124)                       \
  M(1250) M(1251) M(1252) M(1253)                                                                  \
      M(1254) M(1255)
#define RP_THOUSAND(M, thousands)                                                                  \
  RP_HUNDRED(M, thousands##0)                                                                      \
  RP_HUNDRED(M, thousands##1)                                                                      \
  RP_HUNDRED(M, thousands##2)                                                                      \
  RP_HUNDRED(M, thousands##3)                                                                      \
  RP_HUNDRED(M, thousands##4) RP_HUNDRED(M, thousands##5)                                          \
      RP_HUNDRED(M, thousands##6) RP_HUNDRED(M, thousands##7)                                      \
          RP_HUNDRED(M, thousands##8) RP_HUNDRED(M, thousands##9)
#define RP_1000(M) RP_THOUSAND(M, 1)
#define RP_4000(M) RP_THOUSAND(M, 1) RP_THOUSAND(M, 2) RP_THOUSAND(M, 3) RP_THOUSAND(M, 4)
