"""Run by packages/permesso/test/wire/python.test.ts; PERMESSO_COMMAND is the command as a JSON list."""
import asyncio
import json
import os
import signal
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from permesso import Gate, NotPermitted, PermessoError  # noqa: E402

COMMAND = json.loads(os.environ["PERMESSO_COMMAND"])
POLICY = ["--allow", "look", "--deny", "wipe"]


def call(tool: str, **more: object) -> dict:
    return {"tool": tool, "input": {"n": 1}, **more}


class GateTest(unittest.TestCase):
    def setUp(self) -> None:
        self.gate = Gate([*COMMAND, *POLICY])
        self.addCleanup(self.gate.close)

    def test_verdicts(self) -> None:
        self.assertEqual([self.gate.decide(call(t))["verdict"] for t in ("look", "wipe", "other")], ["allow", "deny", "ask"])
        self.assertEqual(self.gate.explain(call("wipe"))["decision"]["verdict"], "deny")
        self.assertEqual(self.gate.visible_tools(["look", "wipe"]), ["look"])
        self.assertEqual(self.gate.starts, 1)

    def test_decorator(self) -> None:
        ran = []

        @self.gate.tool()
        def look(n: int, unit: str = "x") -> str:
            ran.append((n, unit))
            if n == 0:
                raise ValueError("nothing")
            return "seen"

        @self.gate.tool("wipe")
        def remove_all() -> None:
            ran.append("wiped")

        @self.gate.tool()
        def other() -> None:
            ran.append("other")

        self.assertEqual(look(1), "seen")
        with self.assertRaises(ValueError):
            look(0)
        for denied in (remove_all, other):
            with self.assertRaises(NotPermitted) as caught:
                denied()
            self.assertTrue(str(caught.exception))
        self.assertEqual(ran, [(1, "x"), (0, "x")])

    def test_async(self) -> None:
        @self.gate.tool()
        async def look(n: int) -> int:
            return n

        @self.gate.tool()
        async def wipe() -> None:
            self.fail("it ran")

        async def both() -> int:
            with self.assertRaises(NotPermitted):
                await wipe()
            return sum(await asyncio.gather(*(look(n) for n in range(20))))

        self.assertEqual(asyncio.run(both()), 190)

    def test_a_killed_child_is_an_error_or_started_again_and_never_an_allow(self) -> None:
        self.assertEqual(self.gate.decide(call("wipe"))["verdict"], "deny")
        for _ in range(3):
            child = self.gate._child
            assert child is not None
            os.kill(child.pid, signal.SIGKILL)
            child.wait()
            self.assertEqual(self.gate.decide(call("wipe"))["verdict"], "deny")
        self.assertEqual(self.gate.starts, 4)

    def test_nothing_that_is_no_answer_allows(self) -> None:
        cases = [
            ["/nonexistent/permesso"],
            [sys.executable, "-c", "pass"],
            [sys.executable, "-c", "print('junk', flush=True); input(); input()"],
            [sys.executable, "-c", "input(); print('{\"v\":1,\"id\":99,\"result\":{\"verdict\":\"allow\"}}', flush=True); input()"],
            [sys.executable, "-c", "input(); input()"],
        ]
        for command in cases:
            with Gate(command, timeout=1) as gate, self.assertRaises(PermessoError):
                gate.authorize(call("look"))
        with self.assertRaises(PermessoError):
            self.gate.decide({"tool": "look", "input": {"n": float("nan")}})


class PersonTest(unittest.TestCase):
    def test_principal_and_approver(self) -> None:
        asked = []

        def approver(request: dict) -> dict:
            asked.append(request["call"]["tool"])
            return {"verdict": "allow", "by": "ann"}

        policy = os.environ["PERMESSO_POLICY"]
        with Gate([*COMMAND, "--answers", "--policy", policy], approver=approver) as gate:
            self.assertEqual(gate.decide(call("refund"))["verdict"], "ask")
            with gate.principal({"user": "ann", "roles": ["billing"]}):
                self.assertEqual(gate.decide(call("refund"))["verdict"], "allow")
            self.assertEqual(gate.decide(call("refund"))["verdict"], "ask")
            self.assertEqual(gate.authorize(call("other"))["verdict"], "allow")
            self.assertEqual(gate.decide(call("other"))["verdict"], "ask")
        self.assertEqual(asked, ["other"])


if __name__ == "__main__":
    unittest.main()
