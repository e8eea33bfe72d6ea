// Command pocketbase is PocketBase with the rows of a school of Lectern: the peer of the benchmark row "pocketbase".
//
//	pocketbase fill --dir ITS_DATA LECTERN_DATA/lectern.db
//	pocketbase serve --dir ITS_DATA --http 127.0.0.1:8090
//
// The rows are public, and requests are not logged. They exist twice: as a collection is by default, and with the index
// that the measured list can use.
package main

import (
	"errors"
	"log"
	"strings"

	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
	"github.com/spf13/cobra"
)

func main() {
	app := pocketbase.New()
	app.RootCmd.AddCommand(&cobra.Command{
		Use: "fill DATABASE", Short: "Copy the courses of a SQLite file of Lectern", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return fill(app, args[0]) },
	})
	if err := app.Start(); err != nil {
		log.Fatal(err)
	}
}

// table describes a collection, the columns that it copies, and how its list is sorted.
type table struct {
	name, from string
	columns    []string
	indexes    []string
}

const published = "ours.courses WHERE status = 'Published'"

func tables() []table {
	columns := []string{"title", "summary", "description", "category", "course_type", "level", "status", "created_at"}
	return []table{
		{"courses", published, columns, []string{"CREATE INDEX courses_newest ON courses (created_at DESC, id DESC)"}},
		{"courses_as_made", published, columns, nil},
	}
}

func fill(app core.App, database string) error {
	if err := app.Bootstrap(); err != nil {
		return err
	}
	if err := app.RunAllMigrations(); err != nil {
		return err
	}
	settings := app.Settings()
	settings.Logs.MaxDays = 0 // each request would be a row
	if err := app.Save(settings); err != nil {
		return err
	}
	// There is one such connection: attached databases stay attached.
	db := app.NonconcurrentDB()
	if _, err := db.NewQuery("ATTACH DATABASE '" + strings.ReplaceAll(database, "'", "''") + "' AS ours").Execute(); err != nil {
		return err
	}
	for _, t := range tables() {
		c := core.NewBaseCollection(t.name)
		c.ListRule = types.Pointer("")
		for _, column := range t.columns {
			c.Fields.Add(&core.TextField{Name: column})
		}
		c.Indexes = t.indexes
		if err := app.Save(c); err != nil {
			return err
		}
		columns := strings.Join(t.columns, ", ")
		if _, err := db.NewQuery("INSERT INTO " + t.name + " (id, " + columns + ") SELECT id, " + columns + " FROM " + t.from).Execute(); err != nil {
			return err
		}
	}
	_, err := db.NewQuery("DETACH DATABASE ours").Execute()
	_, analysed := db.NewQuery("ANALYZE").Execute()
	return errors.Join(err, analysed)
}
