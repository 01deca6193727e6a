# Everything a developer runs. Each command sets up what it needs, on a fresh clone too; see README.md.

PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
ARGS ?=

PIP_INSTALL := -m pip install --quiet --disable-pip-version-check
SOURCES := $(shell find src/zunft -name '*.py' -o -name '*.toml' -o -name '*.md' -o -name py.typed)
CHECKED := src tests tools bench docs examples setup.py

PLAY := .venv/ready-to-play
DEV := .venv/ready
WHEEL := dist/ready
COMPILED := .venv-compiled/ready
PEERS := $(patsubst %,.venv-peers/%/ready,catanatron openspiel pettingzoo rlcard)

.PHONY: help play test check bench wheel docs clean

help:
	@echo "make play     a game in this terminal against bots"
	@echo "make test     all tests, interpreted and compiled"
	@echo "make check    formatter, linter, types, layers"
	@echo "make bench    our speed beside our peers'"
	@echo "make wheel    compiled wheel, in dist/"
	@echo "make docs     the README's tables and its picture anew"
	@echo "make clean    remove everything that make made"

play: $(PLAY)
	@.venv/bin/zunft play --bots journeyman $(ARGS)

test: $(DEV) $(COMPILED)
	@.venv/bin/python tools/run_tests.py $(ARGS)

check: $(DEV)
	.venv/bin/ruff format --check $(CHECKED)
	.venv/bin/ruff check $(CHECKED)
	.venv/bin/mypy
	.venv/bin/python -m pytest tests/test_layers.py

bench: $(DEV) $(COMPILED) $(PEERS)
	@.venv/bin/python bench/run.py $(ARGS)
	@.venv/bin/python bench/research.py $(ARGS)

wheel: $(WHEEL)
	@ls dist/*.whl

docs: $(DEV)
	.venv/bin/python docs/make_tables.py
	.venv/bin/python docs/make_observations.py
	.venv/bin/python docs/make_picture.py

clean:
	rm -rf .venv .venv-compiled .venv-peers build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis src/*.egg-info

# Environments; a file named "ready" says that everything before it went well.

.venv/pyvenv.cfg:
	@test -n "$(PYTHON)" || { echo "Zunft needs Python 3.11 or newer; make PYTHON=/path/to/python3 names one."; exit 1; }
	@echo "Setting up .venv ..."
	@$(PYTHON) -m venv .venv || { rm -rf .venv; echo "Debian and Ubuntu have Python's venv module in python3-venv."; exit 1; }

$(PLAY): .venv/pyvenv.cfg pyproject.toml setup.py
	@echo "Installing Zunft into .venv ..."
	@.venv/bin/python $(PIP_INSTALL) --editable .
	@touch $@

$(DEV): .venv/pyvenv.cfg pyproject.toml setup.py
	@echo "Installing Zunft and its tools into .venv ..."
	@.venv/bin/python $(PIP_INSTALL) --editable '.[dev]'
	@touch $(PLAY) $@

$(WHEEL): $(DEV) $(SOURCES)
	@echo "Building the wheel, about two minutes if it is compiled ..."
	@mkdir -p dist
	@rm -rf build dist/zunft-*.whl
	@.venv/bin/python -m build --wheel --no-isolation --outdir dist . >dist/build.log 2>&1 || { cat dist/build.log; exit 1; }
	@grep '^zunft: ' dist/build.log || true
	@rm -rf build
	@touch $@

$(COMPILED): $(WHEEL)
	@echo "Setting up .venv-compiled ..."
	@$(PYTHON) -m venv .venv-compiled
	@.venv-compiled/bin/python $(PIP_INSTALL) --force-reinstall --no-deps dist/zunft-*.whl
	@.venv-compiled/bin/python $(PIP_INSTALL) "$$(ls dist/zunft-*.whl)[test]"
	@touch $@

# Peers are measured beside us and never imported by us. One that cannot be installed is named in the table.

.venv-peers/%/ready: bench/peers/%.txt
	@echo "Setting up $(@D) ..."
	@$(PYTHON) -m venv $(@D)
	@if $(@D)/bin/python $(PIP_INSTALL) -r $<; then touch $@; else echo "$* cannot be installed here."; fi
