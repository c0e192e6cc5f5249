#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs IMDBench's queries with this package and with Python's libraries, on the same rows of the same server.

  Scripts/bench --imdb [--seconds 5] [--rounds 3] [--only QUERY,...] [--of CONTESTANT,...] [--markdown]

The schema and the queries are those of IMDBench (github.com/edgedb/imdbench): 25,000 movies, 100,000 people, 100,000
viewers and 500,000 reviews, made up. The rows are in the tables of this package's models, and all contestants use those.
One connection of each works at a time; the contestants take turns, round by round, and the median counts. Answers of
queries that only read are compared.
"""

import argparse
import asyncio
import json
import math
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

import asyncpg_queries
import psycopg_queries
import sqlalchemy_queries

QUERIES = ["get_movie", "get_user", "get_person", "insert_movie", "insert_user", "update_movie"]
ADDRESS = os.environ["SWIFTDATA_POSTGRES_URL"]


class Python:
    def __init__(self, module):
        self.module = module

    def run(self, keys, queries, seconds):
        if self.module.ASYNC:
            return asyncio.run(self._run_async(keys, queries, seconds))
        connection = self.module.connect(ADDRESS)
        results = {}
        for query in queries:
            method, arguments = getattr(self.module, query), arguments_of(query, keys)
            end = time.monotonic() + seconds / 5
            index = 0
            while time.monotonic() < end:
                method(connection, *arguments(index))
                index += 1
            sample = method(connection, *arguments(0))
            count, begin = 0, time.monotonic()
            while time.monotonic() - begin < seconds:
                method(connection, *arguments(index))
                index += 1
                count += 1
            results[query] = ((time.monotonic() - begin) * 1000 / count, sample)
        self.module.close(connection)
        return results

    async def _run_async(self, keys, queries, seconds):
        connection = await self.module.connect(ADDRESS)
        results = {}
        for query in queries:
            method, arguments = getattr(self.module, query), arguments_of(query, keys)
            end = time.monotonic() + seconds / 5
            index = 0
            while time.monotonic() < end:
                await method(connection, *arguments(index))
                index += 1
            sample = await method(connection, *arguments(0))
            count, begin = 0, time.monotonic()
            while time.monotonic() - begin < seconds:
                await method(connection, *arguments(index))
                index += 1
                count += 1
            results[query] = ((time.monotonic() - begin) * 1000 / count, sample)
        await self.module.close(connection)
        return results


class Ours:
    def __init__(self, program, environment=None):
        self.program = program
        self.environment = {**os.environ, **(environment or {})}

    def run(self, keys, queries, seconds):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(keys, file)
            file.flush()
            output = subprocess.run(
                [self.program, "run", str(seconds), file.name, *queries],
                check=True, capture_output=True, text=True, env=self.environment).stdout
        lines = [json.loads(line) for line in output.splitlines()]
        return {line["query"]: (line["ms"], line["sample"]) for line in lines}


def arguments_of(query, keys):
    if query == "insert_movie":
        return lambda _: (random.randrange(1_000_000), keys["people"][:4])
    if query == "insert_user":
        return lambda _: (random.randrange(1_000_000),)
    of = keys[{"get_user": "users", "get_person": "people"}.get(query, "movies")]
    return lambda index: (of[index % len(of)],)


def without_keys(value):
    """An answer without keys, which each writes in its own way, and with rounded averages."""
    if isinstance(value, dict):
        return {name: without_keys(part) for name, part in value.items() if name != "id"}
    if isinstance(value, list):
        return [without_keys(part) for part in value]
    return round(value, 6) if isinstance(value, float) else value


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default=",".join(QUERIES))
    parser.add_argument("--of", default="")
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args()
    contestants = {
        "asyncpg": Python(asyncpg_queries), "psycopg": Python(psycopg_queries), "SQLAlchemy": Python(sqlalchemy_queries),
        "ours": Ours(options.program), "ours, history": Ours(options.program, {"IMDB_HISTORY": "1"}),
    }
    if options.of:
        contestants = {name: contestants[name] for name in options.of.split(",")}
    queries = options.only.split(",")
    asyncio.run(asyncpg_queries.reset(ADDRESS))
    keys = asyncio.run(asyncpg_queries.keys(ADDRESS, 300))
    times = {}
    for round_number in range(options.rounds):
        samples = {}
        for name, contestant in contestants.items():
            asyncio.run(asyncpg_queries.reset(ADDRESS))
            for query, (ms, sample) in contestant.run(keys, queries, options.seconds).items():
                times.setdefault(query, {}).setdefault(name, []).append(ms)
                if query.startswith("get"):
                    samples.setdefault(query, {})[name] = without_keys(json.loads(sample))
        for query, answers in samples.items():
            first = next(iter(answers.values()))
            for name, answer in answers.items():
                if answer != first:
                    sys.exit(f"{query}: the answer of {name} is another one\n{answer}\n{first}")
        print(f"round {round_number + 1} of {options.rounds}", file=sys.stderr)
    report(times, list(contestants), options.markdown)


def report(times, names, markdown):
    medians = {query: {name: statistics.median(of[name]) for name in names} for query, of in times.items()}

    def mean(name):
        return math.exp(statistics.fmean(math.log(of[name]) for of in medians.values()))

    rows = [[query] + [f"{of[name]:.3f}" for name in names] for query, of in medians.items()]
    rows.append(["geometric mean"] + [f"{mean(name):.3f}" for name in names])
    if "asyncpg" in names:
        rows.append(["to asyncpg"] + [f"{mean(name) / mean('asyncpg'):.2f}×" for name in names])
    heading = ["ms"] + names
    if markdown:
        print("| " + " | ".join(heading) + " |\n|---" + "|---:" * len(names) + "|")
        for row in rows:
            print("| " + " | ".join(row) + " |")
        return
    widths = [max(len(row[column]) for row in [heading] + rows) for column in range(len(heading))]
    for row in [heading] + rows:
        print("  ".join(cell.ljust(width) if not column else cell.rjust(width)
                        for column, (cell, width) in enumerate(zip(row, widths))))


main()
