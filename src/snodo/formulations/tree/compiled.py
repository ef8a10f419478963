"""The compiled algorithms on trees, each imported on first use (which compiles it once on a machine, and says so)."""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from typing import Any

from snodo.formulations.connected import Verbs


def _entry(module: str, name: str, what: str) -> Any:
    from snodo import _jit

    with _jit.announced(what):
        return getattr(import_module(f"snodo.formulations.tree.kernels.{module}"), name)


_SIMULATION = ("snodo.integrators.ode.kernels.advance", "snodo.formulations.tree.kernels.evaluate")
"""What a simulation needs beside the equations,"""
_BESIDE = (*_SIMULATION, *(f"snodo.formulations.tree.kernels.{name}" for name in ("mass", "inverse")))
"""and what is asked of a tree next: the second core has the time."""


class Entries:
    """Entry points of the kernels."""

    @cached_property
    def forward(self) -> Any:
        """forward(model, q, v, tau, a) → status."""
        return _entry("forward", "forward", "forward dynamics of trees")

    @cached_property
    def inverse(self) -> Any:
        """inverse(model, q, v, a, tau) → status."""
        return _entry("inverse", "inverse", "inverse dynamics of trees")

    @cached_property
    def mass(self) -> Any:
        """mass(model, q, M) → status."""
        return _entry("mass", "mass", "mass matrix of trees")

    @cached_property
    def articulate(self) -> Any:
        """articulate(model, q, v, tau, a) → status."""
        return _entry("articulated", "articulate", "articulated bodies")

    @cached_property
    def follow(self) -> Any:
        """follow(model, q, v, a) → status."""
        return _entry("follow", "follow", "kinematics of trees")

    @cached_property
    def jacobian(self) -> Any:
        """jacobian(model, q, link, x, y, z, J) → status."""
        return _entry("jacobian", "jacobian", "Jacobians of trees")

    @cached_property
    def totals(self) -> Any:
        """totals(model, q, v, out) → status."""
        return _entry("totals", "totals", "momentum and energy of trees")

    @cached_property
    def inverse_derivatives(self) -> Any:
        """inverse_derivatives(model, scratch, q, v, a, out) → status."""
        return _entry("derivatives", "inverse_derivatives", "derivatives of inverse dynamics of trees")

    @cached_property
    def forward_derivatives(self) -> Any:
        """forward_derivatives(model, scratch, L, q, v, tau, out) → status."""
        return _entry("forward_derivatives", "forward_derivatives", "derivatives of forward dynamics of trees")

    # ---------------------------------------------------------------- in time
    @cached_property
    def layout(self) -> Any:
        """What is stored where, and what a status means."""
        return import_module("snodo.formulations.tree.kernels.layout")

    @cached_property
    def _equations(self) -> Any:
        from snodo import _jit

        with _jit.announced("the equations of trees", beside=_BESIDE) as wait:
            from snodo.formulations.tree.kernels import rate

            wait()
        return rate

    @property
    def rate(self) -> Any:
        """rate(t, y, ydot, model) → status."""
        return self._equations.rate

    @property
    def project(self) -> Any:
        """project(t, y, model, tolerance) → corrections, or minus a status."""
        return self._equations.project

    @cached_property
    def evaluate(self) -> Any:
        """evaluate(rate, times, states, model, ydot, sums, out) → 0, or 1 + the row that failed."""
        return _entry("evaluate", "evaluate", "the results of trees")

    @cached_property
    def energies(self) -> Any:
        """energies(times, states, model, sums, out)."""
        return _entry("evaluate", "energies", "the results of trees")

    @cached_property
    def apply(self) -> Any:
        """apply(t, y, model) → status: the applied forces."""
        return _entry("evaluate", "apply", "the results of trees")

    @cached_property
    def motions(self) -> Any:
        """motions(Q, V, A, model, link, out)."""
        return _entry("motions", "motions", "motions of trees")

    @cached_property
    def wrenches(self) -> Any:
        """wrenches(times, states, A, multipliers, model, first, last, tau, out) → 0, or 1 + the row."""
        return _entry("wrenches", "wrenches", "joint wrenches of trees")

    # ---------------------------------------------------------------- with constraint rows
    @cached_property
    def rows(self) -> Any:
        """rows(t, q, v, model, J) → status."""
        return _entry("closed_results", "rows", "constraint rows of trees")

    @cached_property
    def find_redundant(self) -> Any:
        """find_redundant(t, y, model, tolerance) → rows dropped."""
        return _entry("closed_results", "find_redundant", "constraint rows of trees")

    @cached_property
    def closure_wrenches(self) -> Any:
        """closure_wrenches(times, states, multipliers, first, last, link, model, out) → 0, or 1 + row."""
        return _entry("closed_results", "closure_wrenches", "constraint rows of trees")

    @cached_property
    def terms(self) -> Any:
        """terms(t, model*, y*, places*) → status, called by its address."""
        return _entry("terms", "terms", "the terms of the equations of trees")

    # ---------------------------------------------------------------- eight states at a time
    @cached_property
    def forward_batch(self) -> Any:
        """forward(model, scratch, Q, V, T, W, links, A) → status."""
        return _entry("aba_batch", "forward", "forward dynamics of batches")

    @cached_property
    def inverse_batch(self) -> Any:
        """inverse(model, scratch, Q, V, A, W, links, T) → status."""
        return _entry("rnea_batch", "inverse", "inverse dynamics of batches")

    @cached_property
    def mass_batch(self) -> Any:
        """mass(model, scratch, Q, M) → status."""
        return _entry("crba_batch", "mass", "mass matrices of batches")

    @cached_property
    def totals_batch(self) -> Any:
        """totals(model, scratch, Q, V, out) → status."""
        return _entry("totals_batch", "totals", "momentum and energy of batches")

    @cached_property
    def inverse_between(self) -> Any:
        """wrenches(model, scratch, Q, V, A, W, links, work) → status."""
        return _entry("wrenches_batch", "wrenches", "wrenches between links of batches")

    @cached_property
    def articulate_between(self) -> Any:
        """articulate(model, scratch, Q, V, T, W, links, work) → status."""
        return _entry("articulated_batch", "articulate", "articulated bodies of batches")

    @cached_property
    def inverse_derivatives_batch(self) -> Any:
        """inverse_derivatives(model, scratch, Q, V, A, W, links, out) → status."""
        return _entry("derivatives_batch", "inverse_derivatives", "derivatives of inverse dynamics of batches")

    @cached_property
    def forward_derivatives_batch(self) -> Any:
        """forward_derivatives(model, scratch, Q, V, T, W, links, constants, out) → status."""
        return _entry("forward_derivatives_batch", "forward_derivatives", "derivatives of forward dynamics of batches")

    @cached_property
    def rate_batch(self) -> Any:
        """rate(t, y, ydot, model) → status, of eight trees abreast."""
        return _entry("rate_batch", "rate", "the equations of eight trees abreast")

    @cached_property
    def project_batch(self) -> Any:
        """project(t, y, model, tolerance) → 0, or minus a status, of eight trees abreast."""
        return _entry("rate_batch", "project", "the equations of eight trees abreast")


class Open:
    """The compiled equations of a tree without rows."""

    @property
    def layout(self) -> Any:
        """What is stored where, and what a status means."""
        return entries.layout

    @property
    def rate(self) -> Any:
        """rate(t, y, ydot, model) → status."""
        return entries.rate

    @property
    def project(self) -> Any:
        """project(t, y, model, tolerance) → corrections, or minus a status."""
        return entries.project


def verbs() -> Verbs:
    """Of a tree with rows."""
    from snodo.formulations.tree.kernels import verbs as own

    return Verbs(own.evaluate, own.factor, own.solve, own.displace, own.rates)


entries = Entries()
