let context: ModelContext = given()
