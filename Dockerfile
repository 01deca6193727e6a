# syntax=docker/dockerfile:1
# Builds the compiled wheel in one stage and installs it, without compiler and npm, in the other.

FROM python:3.13-slim-bookworm AS build
# Only the wheel leaves this stage, so its compiler need not be pinned.
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install -y --no-install-recommends gcc libc6-dev npm \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /zunft
COPY . .
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.13-slim-bookworm
LABEL org.opencontainers.image.title="Zunft" \
      org.opencontainers.image.description="Four guild board games, with friends and fair bots" \
      org.opencontainers.image.licenses="MIT"
COPY deploy/constraints.txt /tmp/constraints.txt
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir --constraint /tmp/constraints.txt "$(ls /wheels/zunft-*.whl)[web]" \
 && rm -rf /wheels /tmp/constraints.txt \
 && useradd --system --uid 10001 --create-home --home-dir /data zunft
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health', timeout=4)"]
ENTRYPOINT ["zunft"]
CMD ["serve", "--host", "0.0.0.0"]
