# Two commands do everything on a fresh machine with Python 3.11 or newer:  make run   and   make test
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
LOWEST := .venv-lowest
SMOKE  := tests/unit/test_machine_code_cache.py tests/unit/test_whole_files.py tests/unit/results/test_result_files.py \
          tests/unit/cli/test_endings.py tests/unit/formulations/tree/test_tree.py tests/unit/formats

# What runs in a few minutes without the compiler, and passes through the kernels of all formulations, methods and the loop
UNCOMPILED := tests/agreement/test_ten_mechanisms.py tests/unit/integrators tests/unit/singular tests/identities/test_planar_source_text.py

.PHONY: run wheel test test-lowest delicate slow bench bench-haswell coverage hostile lint docs clean

run: $(VENV)/.planar               ## simulate the four-bar and write out/four_bar.html, .png, .nc
	@mkdir -p out
	$(BIN)/snodo run examples/four_bar.yaml --animate out/four_bar.html --draw out/four_bar.png --save out/four_bar.nc

test: $(VENV)/.installed-dev       ## the tests (without the slow, full-length benchmark problems)
	$(BIN)/snodo warm
	$(BIN)/python -m pytest -q -n 2 -m "not slow"

delicate: $(VENV)/.installed-dev   ## tests that rounding can be seen in, compiled for two other processors
	$(BIN)/python tests/other_processors.py -n 2

test-lowest: $(LOWEST)/.installed  ## a part of the tests with the lowest versions of everything that is declared
	$(LOWEST)/bin/python -m pytest -q -n 2 $(SMOKE)

slow: $(VENV)/.installed-dev       ## full-length benchmark problems
	$(BIN)/snodo warm
	$(BIN)/python -m pytest -q -m slow

wheel: $(VENV)/.installed          ## a wheel with machine code, so that nothing is compiled at first use, into dist
	$(BIN)/python packaging/make_wheel.py dist

bench: $(VENV)/.installed-dev      ## one table of ratios beside other programs; more: make bench BENCH="--quick --keep"
	$(BIN)/snodo warm
	$(BIN)/python -m benchmarks.all $(BENCH)

bench-haswell: $(VENV)/.installed-dev  ## the same with kernels for a processor without AVX-512
	$(BIN)/python -m benchmarks.all --processor haswell $(BENCH)

coverage: $(VENV)/.installed-dev   ## lines and branches that the tests reach: kernels uncompiled, then the rest compiled
	@$(BIN)/python -c 'import coverage' || { echo "coverage is missing: $(BIN)/python -m pip install 'coverage>=7.4'"; exit 1; }
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m coverage run -m pytest -q -n 0 $(UNCOMPILED)
	$(BIN)/python -m coverage run --append -m pytest -q -n 0 -m "not slow" tests/unit tests/examples
	$(BIN)/python -m coverage report

hostile: $(VENV)/.installed-dev    ## mutated models, damaged results, full disks, kills: only errors of ours, nothing lost
	$(BIN)/python -m benchmarks.hostile
	$(BIN)/python -m benchmarks.sweep_kills

docs: $(VENV)/.installed-dev       ## the site, without network and without warnings, into out/docs
	$(BIN)/python -m sphinx -W --keep-going -q -b html -d out/doctrees docs out/docs
	@echo "open out/docs/index.html"

lint: $(VENV)/.installed-dev       ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "snodo needs Python 3.11 or newer")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(VENV)/.planar: $(VENV)/.installed  # on all cores, so that the first mechanism takes seconds
	$(BIN)/snodo warm planar
	touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

$(LOWEST)/.installed: pyproject.toml .ci/lowest.txt
	test -x $(LOWEST)/bin/python || $(PYTHON) -m venv $(LOWEST)
	$(LOWEST)/bin/python -m pip install --quiet --constraint .ci/lowest.txt --editable . pytest pytest-xdist hypothesis jsonschema
	touch $@

clean:
	rm -rf $(VENV) $(LOWEST) out .cache .coverage .pytest_cache .mypy_cache .ruff_cache .hypothesis
