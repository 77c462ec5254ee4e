// Scores names as Moov Watchman does; watchman.ts starts this. Takes the folder of OFAC's files and reads a query from each
// line, `person` or `business`, a tab, a name. Prints the line's number, the entry's id and the score of what it scores above 0.95.
package main

import (
	"bufio"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/moov-io/watchman/pkg/search"
	"github.com/moov-io/watchman/pkg/sources/ofac"
)

func main() {
	files := map[string]io.ReadCloser{}
	for _, name := range []string{"sdn.csv", "alt.csv", "add.csv", "sdn_comments.csv"} {
		file, err := os.Open(filepath.Join(os.Args[1], name))
		if err != nil {
			log.Fatal(err)
		}
		files[name] = file
	}
	list, err := ofac.Read(files)
	if err != nil {
		log.Fatal(err)
	}
	entities := ofac.GroupIntoEntities(list.SDNs, list.Addresses, list.SDNComments, list.AlternateIdentities)
	for at := range entities {
		entities[at] = entities[at].Normalize()
	}
	lines := bufio.NewScanner(os.Stdin)
	for number := 0; lines.Scan(); number++ {
		kind, name, _ := strings.Cut(lines.Text(), "\t")
		query := search.Entity[any]{Name: name, Type: search.EntityType(kind)}
		if kind == "person" {
			query.Person = &search.Person{Name: name}
		} else {
			query.Business = &search.Business{Name: name}
		}
		query = query.Normalize()
		// It takes some short names for words of a language that mean nothing, and then compares another name.
		if kind == "person" && letters(strings.Join(query.PreparedFields.NameFields, "")) < letters(name) {
			continue
		}
		for _, entity := range entities {
			if entity.Type != query.Type {
				continue
			}
			if score := search.Similarity(query, entity); score > 0.95 {
				fmt.Printf("%d\t%s\t%.4f\n", number, entity.SourceID, score)
			}
		}
	}
}

func letters(name string) (count int) {
	for _, character := range name {
		if unicode.IsLetter(character) {
			count++
		}
	}
	return count
}
