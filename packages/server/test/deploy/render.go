// Renders a chart as Helm does, with what Debian has of it: text/template and sprig.
// GO111MODULE=off GOPATH=/usr/share/gocode go run render.go CHART VALUES.json
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
)

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	chart, values := os.Args[1], map[string]interface{}{}
	text, err := os.ReadFile(os.Args[2])
	must(err)
	must(json.Unmarshal(text, &values))
	data := map[string]interface{}{
		"Values":  values,
		"Release": map[string]interface{}{"Name": "permesso", "Namespace": "permesso"},
	}
	files, err := filepath.Glob(filepath.Join(chart, "templates", "*.yaml"))
	must(err)
	rendered := map[string]string{}
	for _, file := range files {
		source, err := os.ReadFile(file)
		must(err)
		// What Helm does with a value that is not there, and with a name that is misspelt.
		parsed, err := template.New(filepath.Base(file)).Option("missingkey=error").Funcs(sprig.TxtFuncMap()).Parse(string(source))
		must(err)
		var out strings.Builder
		must(parsed.Execute(&out, data))
		rendered[filepath.Base(file)] = out.String()
	}
	must(json.NewEncoder(os.Stdout).Encode(rendered))
}
