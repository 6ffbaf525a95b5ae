# The project's commands; `make help` lists them. Each sets up .venv first, where that is not done yet.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
REPORTS := build/reports

.DEFAULT_GOAL := help
.PHONY: help setup train test lint bench soak ladder wheel-test interop clean

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*  ## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

setup: $(READY)  ## make .venv with everything in it; does nothing when that is done

# Building without isolation keeps the versions of the build tools exact as well.
$(READY): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet -c constraints.txt hatchling setuptools
	$(BIN)/python -m pip install --quiet -c constraints.txt --no-build-isolation -e '.[train,play,dev]'
	@touch $@

train: $(READY)  ## train Kenya for about five minutes and evaluate the result
	$(BIN)/baobab train kenya --config configs/kenya/quick.toml --out runs/kenya-quick

# Tests and measurements run on one thread, so that they do not depend on the number of cores.
test wheel-test bench soak: export OMP_NUM_THREADS := 1
test wheel-test bench soak: export OPENBLAS_NUM_THREADS := 1
test wheel-test bench soak: export MKL_NUM_THREADS := 1
test wheel-test bench soak: export NUMBA_NUM_THREADS := 1

# $(call run,NAME,COMMAND): run tests that report to NAME.xml, each line of output marked with NAME; the exit status goes
# to NAME.status for the totals.
define run
{ { $(2); echo $$? > $(REPORTS)/$(1).status; } 2>&1 | sed -u 's/^/[$(1)] /'; }
endef

# Two lanes at once, one thread each: runs that compile the same kernels are never in both. The wheel's run finds the
# kernels of the compiled one in the cache. Bounds are checked in code that is optimised less, which compiles sooner.
test: $(READY)  ## all tests: compiled, bounds-checked, un-jitted, and the wheel's; ends with the total of all runs
	@rm -rf $(REPORTS) && mkdir -p $(REPORTS)
	@( $(call run,compiled,$(BIN)/python -m pytest --junitxml=$(REPORTS)/compiled.xml); \
	   $(call run,wheel,.ci/wheel-test $(BIN)/python $(REPORTS)/wheel.xml) ) & \
	( $(call run,bounds-checked,NUMBA_BOUNDSCHECK=1 NUMBA_OPT=1 $(BIN)/python -m pytest -m kernels --junitxml=$(REPORTS)/bounds-checked.xml); \
	  $(call run,un-jitted,NUMBA_DISABLE_JIT=1 BAOBAB_TEST_GAMES=small $(BIN)/python -m pytest -m kernels --cov --junitxml=$(REPORTS)/un-jitted.xml) ) & \
	wait
	@$(BIN)/python .ci/totals.py $(REPORTS) compiled bounds-checked un-jitted wheel

wheel-test: $(READY)  ## the contract tests against the built wheel, out of sight of the sources
	@mkdir -p $(REPORTS)
	.ci/wheel-test $(BIN)/python $(REPORTS)/wheel.xml

lint: $(READY)  ## format, lint, types, direction of imports, spelling
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/codespell

bench: $(READY)  ## the speeds that the README quotes
	$(BIN)/baobab bench

soak: $(READY)  ## 100,000 random games of Kenya with every invariant checked
	$(BIN)/baobab soak kenya --games 100000

ladder: $(READY)  ## in all games: mcts:1000 over mcts:100 over flat:100 over random; an hour on two cores
	$(BIN)/baobab ladder all --games 200

# Each recipe of training/recipes has an environment of its own, since the frameworks' pins exclude each other: made from
# requirements/NAME.txt, which names every version, with baobab itself as in `setup` but without its extras.
INTEROP := build/interop
RECIPES := $(patsubst training/recipes/%_recipe.py,%,$(wildcard training/recipes/*_recipe.py))

interop:  ## train with every framework, each in its own environment; `make interop-torchrl` … with one
	@$(MAKE) --no-print-directory --keep-going $(RECIPES:%=interop-%)

interop-%: $(INTEROP)/%/.ready
	OMP_NUM_THREADS=1 NUMBA_NUM_THREADS=1 $(INTEROP)/$*/bin/python training/recipes/$*_recipe.py

$(INTEROP)/%/.ready: training/recipes/requirements/%.txt pyproject.toml
	$(PYTHON) -m venv --clear $(INTEROP)/$*
	$(INTEROP)/$*/bin/python -m pip install --quiet -r $<
	$(INTEROP)/$*/bin/python -m pip install --quiet -c $< --no-build-isolation -e .
	@touch $@

.SECONDARY: $(RECIPES:%=$(INTEROP)/%/.ready)

clean:  ## remove builds, reports and caches; keeps .venv and runs
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find envs training tests .ci -name __pycache__ -type d -prune -exec rm -rf {} +
