package main

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"
)

// schema creates an empty schema and returns the address of the database with it, and a function that drops it.
func (b *bench) schema(database string) (address string, drop func(), err error) {
	name := fmt.Sprintf("bench_%d", time.Now().UnixNano())
	if err := execute(b.ctx, database, "CREATE SCHEMA "+name); err != nil {
		return "", nil, err
	}
	u, err := url.Parse(database)
	if err != nil {
		return "", nil, err
	}
	query := u.Query()
	query.Set("search_path", name)
	u.RawQuery = query.Encode()
	return u.String(), func() {
		if err := execute(context.Background(), database, "DROP SCHEMA "+name+" CASCADE"); err != nil {
			fmt.Println("   the schema", name, "stays:", err)
		}
	}, nil
}

func execute(ctx context.Context, database, query string) error {
	c, err := pgx.Connect(ctx, database)
	if err != nil {
		return err
	}
	defer c.Close(ctx)
	_, err = c.Exec(ctx, query)
	return err
}
