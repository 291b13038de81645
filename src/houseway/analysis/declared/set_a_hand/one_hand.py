"""What one hand is worth, set one way or another, against the hands that the dealer can have."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.set_a_hand.hands import kinds_of
from houseway.analysis.declared.set_a_hand.layout import Layout
from houseway.analysis.declared.set_a_hand.play import HALVES, Cells, free_path, house_path, unasked_kinds
from houseway.analysis.declared.set_a_hand.settings import Numbers, Settings


@dataclass(frozen=True)
class OneHand:
    """An own hand of a class, and how many hands of each class the dealer can have."""

    payoffs: Payoffs
    layout: Layout
    settings: Settings
    own: int
    dealers: Numbers

    @cached_property
    def _there(self) -> Numbers:
        return np.flatnonzero(self.dealers)

    @cached_property
    def _kinds(self) -> Numbers:
        return kinds_of(self.payoffs.game, self.settings)[self._there]

    def of(self, high: int, low: int, *, by_house_way: bool) -> Fraction:
        """The value in units of a setting with these values of its two hands."""
        there, cells = self._there, Cells(self.payoffs, self.layout)
        half = 2 * (high <= self.settings.house_high[there]) + (low <= self.settings.house_low[there])
        path = (house_path if by_house_way else free_path)(self.payoffs, self.layout)
        unasked = unasked_kinds(self.payoffs, self.layout)
        total = 0
        for kind in np.unique(self._kinds).tolist():
            for place in range(len(HALVES)):
                hands = int(self.dealers[there[(self._kinds == kind) & (half == place)]].sum())
                cell = int(cells.at(place, kind, self.settings)[self.own])
                total += hands * int(self.payoffs.net[0 if kind in unasked else path, cell])
        return Fraction(total, int(self.dealers.sum()) * self.payoffs.scale)
