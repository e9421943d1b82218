//! Asks Permesso before a command runs: `gate ls -la`. Standard library only; `rustc gate.rs`.
use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{exit, Child, ChildStdin, ChildStdout, Command, Stdio};

struct Gate {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    last: u64,
}

impl Gate {
    fn start(command: &[String]) -> io::Result<Gate> {
        let mut child = Command::new(&command[0])
            .args(&command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let to = child.stdin.take().expect("piped");
        let from = BufReader::new(child.stdout.take().expect("piped"));
        Ok(Gate { child, to, from, last: 0 })
    }

    /// True for an allow of this very request, and for nothing else: no other answer begins so.
    fn may_run(&mut self, tool: &str, input: &str) -> io::Result<bool> {
        self.last += 1;
        let (id, tool) = (self.last, json_text(tool));
        writeln!(
            self.to,
            r#"{{"v":1,"id":{id},"method":"authorize","params":{{"call":{{"tool":{tool},"input":{input}}}}}}}"#
        )?;
        let mut answer = String::new();
        self.from.read_line(&mut answer)?;
        Ok(answer.starts_with(&format!(r#"{{"v":1,"id":{id},"result":{{"verdict":"allow","#)))
    }
}

impl Drop for Gate {
    fn drop(&mut self) {
        self.child.kill().and_then(|()| self.child.wait().map(|_| ())).ok();
    }
}

fn json_text(text: &str) -> String {
    let escaped = text.chars().map(|c| match c {
        '"' | '\\' => format!("\\{c}"),
        c if u32::from(c) < 0x20 => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

fn main() -> io::Result<()> {
    let command = env::var("PERMESSO").unwrap_or("permesso decide --stdio".into());
    let command: Vec<String> = command.split(' ').map(String::from).collect();
    let line = env::args().skip(1).collect::<Vec<_>>().join(" ");
    let input = format!(r#"{{"command":{}}}"#, json_text(&line));
    let may = Gate::start(&command)?.may_run("Bash", &input).unwrap_or(false);
    println!("{}", if may { "may run" } else { "may not run" });
    exit(if may { 0 } else { 1 })
}
