# SPDX-License-Identifier: Apache-2.0
"""IMDBench's queries by hand, with psycopg: a statement for each list, since it does not unpack records."""

import json

import psycopg

from asyncpg_queries import NAME, RATING, USER, user_answer

ASYNC = False


def connect(address):
    connection = psycopg.connect(address, autocommit=True, prepare_threshold=1)
    connection.execute("SET search_path = imdb")
    return connection


def close(connection):
    connection.close()


def rows(connection, sql, *values):
    return connection.execute(sql, values, binary=True).fetchall() if values else connection.execute(sql).fetchall()


def get_movie(connection, key):
    with connection.cursor(binary=True) as cursor:
        cursor.execute(
            f"SELECT m.pk, m.image, m.title, m.year, m.summary, {RATING} FROM movie m WHERE m.pk = %s", (key,))
        movie = cursor.fetchone()
        people = []
        for table in ["direction", "role"]:
            cursor.execute(
                f"SELECT p.pk, {NAME}, p.image FROM {table} t JOIN person p ON p.pk = t.person_id "
                "WHERE t.movie_id = %s ORDER BY t.list_order NULLS LAST, p.last_name", (key,))
            people.append([{"id": p[0], "full_name": p[1], "image": p[2]} for p in cursor.fetchall()])
        cursor.execute(
            "SELECT r.pk, r.body, r.rating, v.pk, v.name, v.image FROM review r JOIN viewer v ON v.pk = r.author_id "
            "WHERE r.movie_id = %s ORDER BY r.creation_time DESC", (key,))
        reviews = cursor.fetchall()
    return json.dumps({
        "id": movie[0], "image": movie[1], "title": movie[2], "year": movie[3], "description": movie[4],
        "avg_rating": movie[5], "directors": people[0], "cast": people[1],
        "reviews": [
            {"id": r[0], "body": r[1], "rating": r[2], "author": {"id": r[3], "name": r[4], "image": r[5]}}
            for r in reviews],
    })


def get_user(connection, key):
    with connection.cursor(binary=True) as cursor:
        return user_answer(cursor.execute(USER.replace("$1", "%s"), (key,)).fetchall())


def get_person(connection, key):
    with connection.cursor(binary=True) as cursor:
        cursor.execute(f"SELECT p.pk, {NAME}, p.image, p.bio FROM person p WHERE p.pk = %s", (key,))
        person = cursor.fetchone()
        movies = []
        for table in ["role", "direction"]:
            cursor.execute(
                f"SELECT m.pk, m.image, m.title, m.year, {RATING} FROM {table} t JOIN movie m ON m.pk = t.movie_id "
                "WHERE t.person_id = %s ORDER BY m.year, m.title", (key,))
            movies.append([
                {"id": m[0], "image": m[1], "title": m[2], "year": m[3], "avg_rating": m[4]} for m in cursor.fetchall()])
    return json.dumps({
        "id": person[0], "full_name": person[1], "image": person[2], "bio": person[3], "acted_in": movies[0],
        "directed": movies[1],
    })


def update_movie(connection, key):
    row = connection.execute(
        "UPDATE movie SET title = title || %s, opt = opt + 1 WHERE pk = %s RETURNING pk, title",
        (f"---{str(key)[:8]}", key)).fetchone()
    return json.dumps({"id": row[0], "title": row[1]})


def insert_user(connection, number):
    row = connection.execute(
        "INSERT INTO viewer (name, image) VALUES (%s, %s) RETURNING pk, name, image",
        (f"insert_test__{number}", f"insert_test__image{number}")).fetchone()
    return json.dumps({"id": row[0], "name": row[1], "image": row[2]})


def insert_movie(connection, number, people):
    with connection.transaction(), connection.cursor(binary=True) as cursor:
        cursor.execute(
            "INSERT INTO movie (title, image, summary, year) VALUES (%s, %s, %s, %s) RETURNING pk, image, title, year, summary",
            (f"insert_test__{number}", f"insert_test__image{number}.jpeg", f"insert_test__description{number}", number))
        movie = cursor.fetchone()
        cursor.execute(f"SELECT p.pk, {NAME}, p.image FROM person p WHERE p.pk = ANY(%s) ORDER BY p.pk", (people,))
        found = [{"id": p[0], "full_name": p[1], "image": p[2]} for p in cursor.fetchall()]
        cursor.execute("INSERT INTO direction (person_id, movie_id) VALUES (%s, %s)", (found[0]["id"], movie[0]))
        cursor.execute(
            "INSERT INTO role (person_id, movie_id) SELECT unnest(%s::bigint[]), %s",
            ([person["id"] for person in found[1:]], movie[0]))
    return json.dumps({
        "id": movie[0], "image": movie[1], "title": movie[2], "year": movie[3], "description": movie[4],
        "directors": found[:1], "cast": found[1:],
    })
