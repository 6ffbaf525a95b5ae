"""The 95 % interval of a mean over independent deals.

It is the mean plus and minus Student's t times the standard error. Where all deals agree that nothing or everything was
won, it is the exact (Clopper-Pearson) one for as many deals.
"""

import numpy as np
from numpy.typing import NDArray

Interval = tuple[float, float]

MIN_DEALS = 2
"""One deal alone says nothing of the spread."""
TAIL = 0.025
"""What lies outside an interval on either side."""

# Quantiles 0.975 of Student's t with 1 … 10 degrees of freedom, and of the normal distribution.
_T_QUANTILES = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281)
_NORMAL_QUANTILE = 1.959964


def mean_interval(values: NDArray[np.float64]) -> Interval:
    """The 95 % interval of the mean of independent `values [D]`, of two at least."""
    mean = float(values.mean())
    reach = t_quantile(len(values) - 1) * float(values.std(ddof=1)) / float(np.sqrt(len(values)))
    return (mean - reach, mean + reach)


def share_interval(shares: NDArray[np.float64]) -> Interval:
    """The 95 % interval of the mean of independent `shares [D]`, within 0 … 1; exact where all are 0 or all are 1."""
    if shares.min() == shares.max() and shares[0] in (0.0, 1.0):
        reach = TAIL ** (1 / len(shares))
        return (reach, 1.0) if shares[0] == 1.0 else (0.0, 1.0 - reach)
    low, high = mean_interval(shares)
    return (max(0.0, low), min(1.0, high))


def t_quantile(freedom: int) -> float:
    """The quantile 0.975 of Student's t, to four places: tabled up to 10 degrees of freedom, then Hill's series."""
    if freedom <= len(_T_QUANTILES):
        return _T_QUANTILES[freedom - 1]
    z = _NORMAL_QUANTILE
    series = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom ** (power + 1)) for power, term in enumerate(series))
