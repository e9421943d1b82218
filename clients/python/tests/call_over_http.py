"""One call by HttpGate, for packages/permesso/test/wire/shared-stores.test.ts: prints what became of it."""
import asyncio
import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from permesso import ApprovalPending, HttpGate, NotPermitted, PermessoError  # noqa: E402

given = json.loads(os.environ["PERMESSO_CALL"])
gate = HttpGate(given["address"], given["token"], principal_token=lambda: given["principal"])


@gate.tool()
async def refund(amount: float) -> str:
    return f"paid {amount}"


async def main() -> str:
    try:
        return await refund(given["amount"])
    except ApprovalPending as pending:
        return f"pending {pending.approval}"
    except NotPermitted:
        return "denied"
    except PermessoError as error:
        return f"error: {error}"


print(asyncio.run(main()))
