// Asks Permesso before a command runs: go run gate.go ls -la. Standard library only.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

type gate struct {
	to   io.Writer
	from *bufio.Reader
	last int
}

type answer struct {
	V      int  `json:"v"`
	ID     *int `json:"id"`
	Result struct {
		Verdict string `json:"verdict"`
	} `json:"result"`
	Error *struct {
		Code string `json:"code"`
	} `json:"error"`
}

// mayRun is true for an allow of this very request, and for nothing else.
func (g *gate) mayRun(tool string, input map[string]any) (bool, error) {
	g.last++
	call := map[string]any{"tool": tool, "input": input}
	request := map[string]any{"v": 1, "id": g.last, "method": "authorize", "params": map[string]any{"call": call}}
	if err := json.NewEncoder(g.to).Encode(request); err != nil {
		return false, err
	}
	line, err := g.from.ReadBytes('\n')
	if err != nil {
		return false, err
	}
	var said answer
	if err := json.Unmarshal(line, &said); err != nil {
		return false, err
	}
	isOurs := said.V == 1 && said.ID != nil && *said.ID == g.last && said.Error == nil
	return isOurs && said.Result.Verdict == "allow", nil
}

func main() {
	command := []string{"permesso", "decide", "--stdio"}
	if given := os.Getenv("PERMESSO"); given != "" {
		command = strings.Fields(given)
	}
	child := exec.Command(command[0], command[1:]...)
	to, toErr := child.StdinPipe()
	from, fromErr := child.StdoutPipe()
	if toErr != nil || fromErr != nil || child.Start() != nil {
		fmt.Println("may not run: permesso could not be started")
		os.Exit(1)
	}
	g := gate{to: to, from: bufio.NewReader(from)}
	may, err := g.mayRun("Bash", map[string]any{"command": strings.Join(os.Args[1:], " ")})
	fmt.Println("may run:", may, err)
	if !may {
		os.Exit(1)
	}
}
