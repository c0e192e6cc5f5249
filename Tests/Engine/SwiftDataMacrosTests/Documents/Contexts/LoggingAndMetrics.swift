let container: ModelContainer = given()
