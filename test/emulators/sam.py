"""Reads the files of `npm run ops -- sam:env` with SAM's own code, as `sam local start-api` does before it starts a container.

The arguments are those of the printed command. Prints, as JSON, the functions by the ids that `sam local invoke` takes, the routes of `sam local start-api`, the variables
that each function would get, and everything that SAM warns of.
"""

import json
import logging
import os
import sys

os.environ["SAM_CLI_TELEMETRY"] = "0"

from samcli.commands.local.cli_common.invoke_context import InvokeContext
from samcli.commands.local.lib.local_lambda import LocalLambdaRunner
from samcli.commands.local.start_api.cli import cli
from samcli.lib.providers.api_provider import ApiProvider
from samcli.lib.providers.sam_function_provider import SamFunctionProvider
from samcli.lib.providers.sam_stack_provider import SamLocalStackProvider

options = cli.make_context("start-api", sys.argv[1:]).params
template, env_vars = options["template_file"], options["env_vars"]
warnings = []


class Kept(logging.Handler):
    def emit(self, record):
        if record.levelno >= logging.WARNING:
            warnings.append(record.getMessage())


logging.getLogger("samcli").addHandler(Kept())
stacks, _ = SamLocalStackProvider.get_stacks(template)
functions = SamFunctionProvider(stacks)
values = InvokeContext._get_env_vars_value(env_vars)
runner = LocalLambdaRunner(local_runtime=None, function_provider=functions, cwd=".", env_vars_values=values, real_path=".")
routes = ApiProvider(stacks, cwd=os.path.dirname(template)).routes
made = {
    each.name: {
        "name": each.functionname,
        "is_invoked_by_name": functions.get(each.functionname) is not None,
        "variables": runner._make_env_vars(each).resolve(),
    }
    for each in functions.get_all()
}
print(
    json.dumps(
        {
            "functions": made,
            "routes": [{"path": route.path, "methods": route.methods, "function": route.function_name} for route in routes],
            "hosts": options["add_host"],
            "warnings": warnings,
        }
    )
)
