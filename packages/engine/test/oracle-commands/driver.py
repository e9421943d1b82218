"""Runs lines inside the sandbox, one at a time, each under strace. One JSON object a line in, one out.

The tree is put back whenever a trace shows that something below it may have changed: nearly all lines change nothing,
and a copy costs more than a run.
"""
import json, os, re, resource, signal, socket, socketserver, struct, subprocess, sys, threading, time

HOME = "/home/dev"
tree = b""
# A question mark: an older strace does not know it.
CALLS = (
    "execve,execveat,open,openat,?openat2,creat,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat,rmdir,link,linkat,"
    "symlink,symlinkat,truncate,chmod,fchmodat,?fchmodat2,chown,lchown,fchownat,mknod,mknodat,utimensat,setxattr,"
    "lsetxattr,removexattr,connect,sendto,sendmsg,sendmmsg,chdir,fchdir,clone,?clone3,fork,vfork"
)
CHANGES = re.compile(
    rb"\b(?:unlink|unlinkat|rename|renameat2?|mkdir|mkdirat|rmdir|link|linkat|symlink|symlinkat|truncate|chmod|fchmodat2?"
    rb"|l?chown|fchownat|mknod|mknodat|utimensat|l?setxattr|removexattr|creat)\(|O_CREAT|O_WRONLY|O_RDWR|O_TRUNC"
)
# What may be opened for writing without anything having changed.
SINKS = re.compile(rb'"/dev/(?:null|tty|zero|full|random|urandom|pts/\d+|stdout|stderr|ptmx)"|"/proc/self/(?:fd|oom_score_adj|task)[^"]*"|= -1 E')


class Names(socketserver.BaseRequestHandler):
    """Every name is this machine, so that a program that looks one up goes on to connect."""

    def handle(self):
        data, sock = self.request
        if len(data) < 13:
            return
        end = data.find(b"\0", 12) + 5
        question = data[12:end]
        is_a = question[-4:-2] == b"\0\1"
        answer = b"\xc0\x0c\0\1\0\1\0\0\0\1\0\4\x7f\0\0\1" if is_a else b""
        head = data[:2] + b"\x81\x80\0\1" + struct.pack(">H", 1 if is_a else 0) + b"\0\0\0\0"
        sock.sendto(head + question + answer, self.client_address)


class Pages(socketserver.StreamRequestHandler):
    def handle(self):
        self.request.settimeout(1)
        try:
            self.request.recv(4096)
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\nok\n")
        except OSError as error:
            print(error, file=sys.stderr)


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


def listen():
    threading.Thread(target=socketserver.UDPServer(("127.0.0.1", 53), Names).serve_forever, daemon=True).start()
    for port in (80, 443, 8080):
        threading.Thread(target=Server(("127.0.0.1", port), Pages).serve_forever, daemon=True).start()


def limits():
    os.setsid()
    resource.setrlimit(resource.RLIMIT_FSIZE, (64 << 20, 64 << 20))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Nobody reads a terminal here; SIGPIPE as a shell would have it.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)


def kill_all():
    """Everything of this sandbox but this process and its first one, which the kernel leaves out."""
    for _ in range(50):
        try:
            os.kill(-1, signal.SIGKILL)
        except ProcessLookupError:
            return
        try:
            while os.waitpid(-1, os.WNOHANG)[0] != 0:
                pass
        except ChildProcessError:
            return
        time.sleep(0.002)


def reset():
    # A line may have removed it, or taken its permissions away.
    os.makedirs(HOME, exist_ok=True)
    os.chmod(HOME, 0o755)
    for base, directories, _ in os.walk(HOME):
        for name in directories:
            if not os.path.islink(os.path.join(base, name)):
                os.chmod(os.path.join(base, name), 0o755)
    for entry in os.scandir(HOME):
        if entry.is_dir(follow_symlinks=False):
            subprocess.run(["rm", "-rf", entry.path], stderr=subprocess.DEVNULL)
        else:
            os.unlink(entry.path)
    subprocess.run(["tar", "-C", HOME, "-xpf", "-"], input=tree, check=True)
    for entry in os.scandir("/tmp"):
        subprocess.run(["rm", "-rf", entry.path], stderr=subprocess.DEVNULL)


def plant(files):
    for path, text, mode in files:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if mode == "link":
            os.symlink(text, path)
        elif mode == "directory":
            os.makedirs(path, exist_ok=True)
        else:
            with open(path, "w") as file:
                file.write(text)
            if mode == "run":
                os.chmod(path, 0o755)


def set_up(order):
    os.makedirs(HOME, exist_ok=True)
    plant(order["files"])
    done = subprocess.run(["bash", "-c", order["script"]], cwd=order["cwd"], env=order["env"], capture_output=True, text=True)
    plant(order["late"])
    global tree
    tree = subprocess.run(["tar", "-C", HOME, "-cf", "-", "."], stdout=subprocess.PIPE, check=True).stdout
    return {"status": done.returncode, "stderr": done.stderr[-2000:]}


def run(order):
    trace = "/ctl/%d" % order["id"]
    start = time.monotonic()
    if order["stdin"] != "":
        with open("/ctl/in", "w") as given:
            given.write(order["stdin"])
    # Tools that search what they are given when somebody gives them something search the directory here.
    with open("/ctl/in" if order["stdin"] != "" else "/dev/null") as given, open("/ctl/out", "wb") as out:
        child = subprocess.Popen(
            ["/usr/bin/strace", "-f", "--seccomp-bpf", "-qqq", "-y", "-s", "256", "-e", "trace=" + CALLS, "-e", "signal=none",
             "-o", trace, "/usr/bin/bash", "--norc", "--noprofile", "-c", order["line"]],
            cwd=order["cwd"], env=order["env"], stdin=given, stdout=out, stderr=subprocess.STDOUT, preexec_fn=limits,
        )
        try:
            status = child.wait(order["seconds"])
        except subprocess.TimeoutExpired:
            status = "time"
    kill_all()
    child.poll()
    if not os.path.exists(trace):
        # It removed whatever it could reach, the trace among it.
        open(trace, "wb").close()
        status = "lost"
    with open(trace, "rb") as file:
        lines = file.read().split(b"\n")
    changed = status in ("time", "lost") or any(CHANGES.search(line) and not SINKS.search(line) for line in lines)
    if changed:
        reset()
    said = ""
    if os.path.exists("/ctl/out"):
        with open("/ctl/out", "rb") as out:
            said = out.read(400).decode("utf8", "replace")
    return {"id": order["id"], "status": status, "ms": round((time.monotonic() - start) * 1000), "changed": changed, "said": said}


def main():
    listen()
    for text in sys.stdin:
        order = json.loads(text)
        reply = set_up(order) if "files" in order else run(order)
        print(json.dumps(reply), flush=True)


main()
