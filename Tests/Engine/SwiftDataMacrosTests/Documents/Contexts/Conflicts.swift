let sync: ModelSync = given()
