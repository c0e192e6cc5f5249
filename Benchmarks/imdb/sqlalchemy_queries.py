# SPDX-License-Identifier: Apache-2.0
"""IMDBench's queries with SQLAlchemy's mapped classes, over psycopg: a session for each request."""

import json

import sqlalchemy as sa
from sqlalchemy import orm

ASYNC = False


class Base(orm.DeclarativeBase):
    metadata = sa.MetaData(schema="imdb")


class Versioned(Base):
    __abstract__ = True
    pk: orm.Mapped[int] = orm.mapped_column(sa.BigInteger, primary_key=True)
    opt: orm.Mapped[int] = orm.mapped_column(default=1)


class Person(Versioned):
    __tablename__ = "person"
    first_name: orm.Mapped[str]
    middle_name: orm.Mapped[str]
    last_name: orm.Mapped[str]
    image: orm.Mapped[str]
    bio: orm.Mapped[str]
    directions: orm.Mapped[list["Direction"]] = orm.relationship(back_populates="person")
    roles: orm.Mapped[list["Role"]] = orm.relationship(back_populates="person")

    @property
    def full_name(self):
        if self.middle_name:
            return f"{self.first_name} {self.middle_name} {self.last_name}"
        return f"{self.first_name} {self.last_name}"


class Viewer(Versioned):
    __tablename__ = "viewer"
    name: orm.Mapped[str]
    image: orm.Mapped[str]


class Review(Versioned):
    __tablename__ = "review"
    body: orm.Mapped[str]
    rating: orm.Mapped[int] = orm.mapped_column(sa.BigInteger)
    creation_time: orm.Mapped[float]
    author_id: orm.Mapped[int] = orm.mapped_column(sa.ForeignKey("imdb.viewer.pk"))
    movie_id: orm.Mapped[int] = orm.mapped_column(sa.ForeignKey("imdb.movie.pk"))
    author: orm.Mapped[Viewer] = orm.relationship(innerjoin=True)
    movie: orm.Mapped["Movie"] = orm.relationship(back_populates="reviews", innerjoin=True)


class Movie(Versioned):
    __tablename__ = "movie"
    image: orm.Mapped[str]
    title: orm.Mapped[str]
    year: orm.Mapped[int] = orm.mapped_column(sa.BigInteger)
    summary: orm.Mapped[str]
    directions: orm.Mapped[list["Direction"]] = orm.relationship(back_populates="movie")
    roles: orm.Mapped[list["Role"]] = orm.relationship(back_populates="movie")
    reviews: orm.Mapped[list[Review]] = orm.relationship(back_populates="movie")


class Direction(Versioned):
    __tablename__ = "direction"
    list_order: orm.Mapped[int | None] = orm.mapped_column(sa.BigInteger)
    person_id: orm.Mapped[int] = orm.mapped_column(sa.ForeignKey("imdb.person.pk"))
    movie_id: orm.Mapped[int] = orm.mapped_column(sa.ForeignKey("imdb.movie.pk"))
    person: orm.Mapped[Person] = orm.relationship(back_populates="directions", innerjoin=True)
    movie: orm.Mapped[Movie] = orm.relationship(back_populates="directions", innerjoin=True)


class Role(Versioned):
    __tablename__ = "role"
    list_order: orm.Mapped[int | None] = orm.mapped_column(sa.BigInteger)
    person_id: orm.Mapped[int] = orm.mapped_column(sa.ForeignKey("imdb.person.pk"))
    movie_id: orm.Mapped[int] = orm.mapped_column(sa.ForeignKey("imdb.movie.pk"))
    person: orm.Mapped[Person] = orm.relationship(back_populates="roles", innerjoin=True)
    movie: orm.Mapped[Movie] = orm.relationship(back_populates="roles", innerjoin=True)


# As IMDBench's models have it: the average is a column.
Movie.avg_rating = orm.column_property(
    sa.select(sa.cast(sa.func.avg(Review.rating), sa.Float)).where(Review.movie_id == Movie.pk)
    .correlate_except(Review).scalar_subquery())


def connect(address):
    engine = sa.create_engine(
        address.replace("postgresql://", "postgresql+psycopg://").replace("postgres://", "postgresql+psycopg://"))
    return orm.sessionmaker(bind=engine, expire_on_commit=False)


def close(sessions):
    sessions.kw["bind"].dispose()


def line(person):
    return {"id": person.pk, "full_name": person.full_name, "image": person.image}


def get_movie(sessions, key):
    with sessions() as session:
        movie = session.scalars(
            sa.select(Movie).options(
                orm.selectinload(Movie.directions).joinedload(Direction.person),
                orm.selectinload(Movie.roles).joinedload(Role.person),
                orm.selectinload(Movie.reviews).joinedload(Review.author)).where(Movie.pk == key)).one()

        def in_order(entries):
            return sorted(entries, key=lambda e: (math_inf(e.list_order), e.person.last_name))

        return json.dumps({
            "id": movie.pk, "image": movie.image, "title": movie.title, "year": movie.year, "description": movie.summary,
            "avg_rating": movie.avg_rating,
            "directors": [line(entry.person) for entry in in_order(movie.directions)],
            "cast": [line(entry.person) for entry in in_order(movie.roles)],
            "reviews": [
                {"id": r.pk, "body": r.body, "rating": r.rating,
                 "author": {"id": r.author.pk, "name": r.author.name, "image": r.author.image}}
                for r in sorted(movie.reviews, key=lambda r: r.creation_time, reverse=True)],
        })


def math_inf(order):
    return float("inf") if order is None else order


def get_user(sessions, key):
    with sessions() as session:
        user = session.get_one(Viewer, key)
        reviews = session.scalars(
            sa.select(Review).options(orm.joinedload(Review.movie)).where(Review.author_id == key)
            .order_by(Review.creation_time.desc()).limit(10)).all()
        return json.dumps({
            "id": user.pk, "name": user.name, "image": user.image,
            "latest_reviews": [
                {"id": r.pk, "body": r.body, "rating": r.rating,
                 "movie": {"id": r.movie.pk, "image": r.movie.image, "title": r.movie.title,
                           "avg_rating": r.movie.avg_rating}}
                for r in reviews],
        })


def get_person(sessions, key):
    with sessions() as session:
        person = session.scalars(
            sa.select(Person).options(
                orm.selectinload(Person.roles).joinedload(Role.movie),
                orm.selectinload(Person.directions).joinedload(Direction.movie)).where(Person.pk == key)).one()

        def movies(entries):
            return [
                {"id": m.pk, "image": m.image, "title": m.title, "year": m.year, "avg_rating": m.avg_rating}
                for m in sorted((entry.movie for entry in entries), key=lambda m: (m.year, m.title))]

        return json.dumps({
            "id": person.pk, "full_name": person.full_name, "image": person.image, "bio": person.bio,
            "acted_in": movies(person.roles), "directed": movies(person.directions),
        })


def update_movie(sessions, key):
    with sessions() as session:
        row = session.execute(
            sa.update(Movie).where(Movie.pk == key)
            .values(title=Movie.title + f"---{str(key)[:8]}", opt=Movie.opt + 1)
            .returning(Movie.pk, Movie.title)).one()
        session.commit()
        return json.dumps({"id": row[0], "title": row[1]})


def insert_user(sessions, number):
    with sessions() as session:
        user = Viewer(name=f"insert_test__{number}", image=f"insert_test__image{number}")
        session.add(user)
        session.commit()
        return json.dumps({"id": user.pk, "name": user.name, "image": user.image})


def insert_movie(sessions, number, keys):
    with sessions() as session:
        people = session.scalars(sa.select(Person).where(Person.pk.in_(keys[:4])).order_by(Person.pk)).all()
        movie = Movie(
            title=f"insert_test__{number}", image=f"insert_test__image{number}.jpeg",
            summary=f"insert_test__description{number}", year=number)
        session.add(movie)
        session.add(Direction(person=people[0], movie=movie))
        session.add_all([Role(person=person, movie=movie) for person in people[1:]])
        session.commit()
        return json.dumps({
            "id": movie.pk, "image": movie.image, "title": movie.title, "year": movie.year, "description": movie.summary,
            "directors": [line(people[0])], "cast": [line(person) for person in people[1:]],
        })
