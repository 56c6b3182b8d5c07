// What tests expect of texts.
#pragma once

#include <gtest/gtest.h>

/// The text has this part, or lacks it. A failure shows both.
#define EXPECT_HAS(text, part) EXPECT_PRED_FORMAT2(testing::IsSubstring, part, text)
#define EXPECT_LACKS(text, part) EXPECT_PRED_FORMAT2(testing::IsNotSubstring, part, text)
