"""Spreads and ratios hold what they promise, whatever the samples."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retprobe.report.spread import ratio_of_medians, ratio_of_pairs, spread_of

TIMES = st.floats(min_value=0.01, max_value=1e6)
SAMPLES = st.lists(TIMES, min_size=1, max_size=60)


@given(SAMPLES)
def test_a_median_lies_in_its_interval_and_that_in_the_samples(samples: list[float]) -> None:
    spread = spread_of(samples)
    assert min(samples) <= spread.low <= spread.median <= spread.high <= max(samples)


@given(SAMPLES)
def test_order_does_not_matter(samples: list[float]) -> None:
    assert spread_of(samples) == spread_of(samples[::-1])


@given(SAMPLES)
def test_a_sample_over_itself_is_one(samples: list[float]) -> None:
    paired, drawn = ratio_of_pairs(samples, samples), ratio_of_medians(samples, samples)
    assert paired is not None and (paired.low, paired.median, paired.high) == (1, 1, 1)
    assert drawn is not None and drawn.low <= drawn.median == 1 <= drawn.high


@given(
    SAMPLES, st.integers(min_value=1, max_value=1024).map(lambda n: 2.0**-n if n % 2 else float(n))
)
def test_twice_the_time_is_twice_the_ratio(samples: list[float], factor: float) -> None:
    more = ratio_of_pairs([sample * 2 for sample in samples], samples)
    assert more is not None and (more.low, more.median, more.high) == (2, 2, 2)
    scaled = spread_of([sample * factor for sample in samples])
    assert scaled.median == pytest.approx(spread_of(samples).median * factor, rel=1e-12)


@given(SAMPLES, st.lists(TIMES, min_size=1, max_size=60))
def test_the_same_draws_each_time(dividends: list[float], divisors: list[float]) -> None:
    assert ratio_of_medians(dividends, divisors) == ratio_of_medians(dividends, divisors)
