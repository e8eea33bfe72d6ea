package db

// MigrateWith migrates with other files than those of the program.
var MigrateWith = (*DB).migrate
