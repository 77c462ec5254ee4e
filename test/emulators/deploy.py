"""Deploys both environments to moto by CloudFormation, looks for every route, and destroys the sandbox.

Takes one argument: a file of JSON with the assembly's folder, and for each environment the routes of the document.
"""

import io
import json
import os
import subprocess
import sys
import warnings
import zipfile
from pathlib import Path

os.environ.update(AWS_ACCESS_KEY_ID="test", AWS_SECRET_ACCESS_KEY="test", AWS_DEFAULT_REGION="eu-west-1")

import boto3  # noqa: E402
from moto import mock_aws  # noqa: E402
from moto.cloudformation.parsing import resource_class_from_type  # noqa: E402
from moto.server import ThreadedMotoServer  # noqa: E402

REGION = "eu-west-1"
ACCOUNT = "123456789012"

# What moto 5.2.1 cannot make by CloudFormation, though it takes the template. A type that it cannot make and that is not
# here fails the check, and so does one that is here and that it can make, or that no template has.
LACKING = {
    "AWS::ApiGateway::Account": "the role of the account's logs",
    "AWS::ApiGateway::ApiKey": "what callers are counted by",
    "AWS::ApiGateway::Authorizer": "who decides on keys; methods name it, and the name is a stand-in",
    "AWS::ApiGateway::GatewayResponse": "how API Gateway refuses",
    "AWS::ApiGateway::Stage": "the stage v1; the deployment that it serves is made",
    "AWS::ApiGateway::UsagePlan": "what bounds callers",
    "AWS::ApiGateway::UsagePlanKey": "which callers they are",
    "AWS::CloudFront::Distribution": "the dashboard's site",
    "AWS::CloudFront::Function": "what runs before the site answers",
    "AWS::CloudFront::OriginAccessControl": "that the site's bucket answers it alone",
    "AWS::CloudFront::ResponseHeadersPolicy": "what headers the site's answers have",
    "AWS::CloudTrail::Trail": "the record of who touched documents",
    "AWS::CloudWatch::Alarm": "alarms",
    "AWS::CodeDeploy::Application": "what the deployments of functions belong to",
    "AWS::CodeDeploy::DeploymentGroup": "how their new versions take over",
    "AWS::Cognito::ManagedLoginBranding": "how the pages look where people sign in",
    "AWS::Cognito::UserPool": "the people of the dashboard",
    "AWS::Cognito::UserPoolClient": "the dashboard as they see it",
    "AWS::Cognito::UserPoolDomain": "where those pages are",
    "AWS::Lambda::Alias": "what versions are called by; made here of the versions that moto makes, by Lambda's own API",
    "AWS::Lambda::EventInvokeConfig": "that a call by the clock is not repeated",
    "AWS::Logs::MetricFilter": "metrics out of log lines",
    "AWS::Logs::SubscriptionFilter": "what brings log lines to the request log",
    "AWS::S3::BucketPolicy": "that buckets take TLS alone",
    "AWS::SNS::TopicPolicy": "that CloudWatch may publish",
    "AWS::SQS::QueuePolicy": "that queues take TLS alone, and who may send",
}

# Properties that moto's CloudFormation reads in another form than the one that is documented.
MISREAD = [("AWS::KMS::Key", "Tags"), ("AWS::SSM::Parameter", "Tags")]

# A global table of one region is a table; moto makes tables, with these of its properties.
OF_TABLES = {
    "AttributeDefinitions",
    "BillingMode",
    "GlobalSecondaryIndexes",
    "KeySchema",
    "StreamSpecification",
    "TableName",
}


# What a destroyed sandbox leaves: another environment of the account may write its logs with it.
OF_ACCOUNT = "-api-LogAccountRole"


def client(service):
    return boto3.client(service, region_name=REGION)


def pages(service, operation, member, **arguments):
    for page in client(service).get_paginator(operation).paginate(**arguments):
        yield from page.get(member, [])


class Stack:
    """One stack of the assembly, as its template is and as moto takes it."""

    def __init__(self, folder, properties):
        self.name = properties["stackName"]
        self.declared = json.loads((folder / properties["templateFile"]).read_text())
        self.assets = folder / properties["templateFile"].replace(".template.json", ".assets.json")
        self.resources = self.declared["Resources"]
        self.lacking = {logical: one for logical, one in self.resources.items() if one["Type"] in LACKING}

        self.aliases = {
            logical: one["Properties"] for logical, one in self.resources.items() if one["Type"] == "AWS::Lambda::Alias"
        }

    def make_aliases(self):
        for alias in self.aliases.values():
            function = self.resources[alias["FunctionName"]["Ref"]]["Properties"]["FunctionName"]
            found = pages("lambda", "list_versions_by_function", "Versions", FunctionName=function)
            versions = [one["Version"] for one in found]
            if versions != ["$LATEST", "1"]:
                raise SystemExit(f"{function} has the versions {', '.join(versions)}")
            client("lambda").create_alias(FunctionName=function, Name=alias["Name"], FunctionVersion="1")

    def taken(self):
        """The template without what moto cannot make; what named that names a stand-in."""
        buses = {
            logical: one["Properties"]["Name"]
            for logical, one in self.resources.items()
            if one["Type"] == "AWS::Events::EventBus"
        }

        def within(value):
            if isinstance(value, list):
                return [within(one) for one in value]
            if not isinstance(value, dict):
                return value
            if list(value) == ["Ref"]:
                if value["Ref"] in self.aliases:
                    alias = self.aliases[value["Ref"]]
                    return {"Fn::Join": [":", [{"Fn::GetAtt": [alias["FunctionName"]["Ref"], "Arn"]}, alias["Name"]]]}
                if value["Ref"] in self.lacking:
                    return f"stand-in-for-{value['Ref']}"
                # moto answers the bus itself where its name is asked for.
                return buses.get(value["Ref"], value)
            if list(value) == ["Fn::GetAtt"] and value["Fn::GetAtt"][0] in self.lacking:
                return f"arn:aws:stand-in:{REGION}:{ACCOUNT}:{'/'.join(value['Fn::GetAtt'])}"
            return {name: within(one) for name, one in value.items()}

        made = {logical: self.made_of(one) for logical, one in self.resources.items() if logical not in self.lacking}
        return json.dumps(within({**self.declared, "Resources": made}))

    def made_of(self, resource):
        kind, properties = resource["Type"], dict(resource.get("Properties", {}))
        for of, name in MISREAD:
            if of == kind:
                properties.pop(name, None)
        if kind == "AWS::ApiGateway::Method":
            # moto wants to know how and what is called, also where nothing is.
            properties["Integration"] = {"IntegrationHttpMethod": "POST", "Uri": "", **properties["Integration"]}
        if kind == "AWS::Lambda::EventSourceMapping":
            # There is no alias yet when moto looks for what is fed.
            alias = self.aliases.get(properties["FunctionName"]["Ref"])
            properties["FunctionName"] = alias["FunctionName"] if alias else properties["FunctionName"]
        if kind == "AWS::DynamoDB::GlobalTable":
            kind = "AWS::DynamoDB::Table"
            properties = {name: value for name, value in properties.items() if name in OF_TABLES}
        before = resource.get("DependsOn", [])
        before = [before] if isinstance(before, str) else before
        left = [logical for logical in before if logical not in self.lacking]
        return {**resource, "Type": kind, "Properties": properties, "DependsOn": left}

    def bring_assets(self):
        """What `cdk deploy` uploads: the functions' own bundles."""
        for asset in json.loads(self.assets.read_text())["files"].values():
            if asset["source"]["packaging"] != "zip":
                continue
            bundle = io.BytesIO()
            source = self.assets.parent / asset["source"]["path"]
            with zipfile.ZipFile(bundle, "w") as archive:
                for file in source.rglob("*"):
                    archive.write(file, file.relative_to(source))
            for place in asset["destinations"].values():
                name = place["bucketName"].replace("${AWS::AccountId}", ACCOUNT)
                client("s3").put_object(Bucket=name, Key=place["objectKey"], Body=bundle.getvalue())

    def create(self):
        self.bring_assets()
        cloudformation = client("cloudformation")
        cloudformation.create_stack(
            StackName=self.name, TemplateBody=self.taken(), Capabilities=["CAPABILITY_NAMED_IAM"]
        )
        status = cloudformation.describe_stacks(StackName=self.name)["Stacks"][0]["StackStatus"]
        if status != "CREATE_COMPLETE":
            raise SystemExit(f"{self.name} is {status}")
        found = pages("cloudformation", "list_stack_resources", "StackResourceSummaries", StackName=self.name)
        there = {one["LogicalResourceId"] for one in found}
        lost = {f"{logical} ({one['Type']})" for logical, one in self.resources.items() if logical not in there}
        lost -= {f"{logical} ({one['Type']})" for logical, one in self.lacking.items()}
        if lost:
            raise SystemExit(f"{self.name} has not: {', '.join(sorted(lost))}")
        self.make_aliases()
        left = f", but for {len(self.lacking)} that moto lacks" if self.lacking else ""
        print(f"{self.name}: {len(there)} of {len(self.resources)} resources{left}")


def bootstrap():
    """What `cdk bootstrap` leaves: the version that templates ask for, and the bucket of assets."""
    client("ssm").put_parameter(Name="/cdk-bootstrap/hnb659fds/version", Type="String", Value="30")
    where = {"LocationConstraint": REGION}
    client("s3").create_bucket(Bucket=f"cdk-hnb659fds-assets-{ACCOUNT}-{REGION}", CreateBucketConfiguration=where)


def stacks_of(assembly, environment):
    """In the order in which they are deployed."""
    folder = Path(assembly) / f"assembly-{environment}"
    artifacts = json.loads((folder / "manifest.json").read_text())["artifacts"]
    ordered = {}

    def add(name):
        artifact = artifacts[name]
        if artifact["type"] != "aws:cloudformation:stack" or name in ordered:
            return
        for first in artifact.get("dependencies", []):
            add(first)
        ordered[name] = Stack(folder, artifact["properties"])

    for name in artifacts:
        add(name)
    return list(ordered.values())


def check_routes(environment, routes):
    """Every route of the document is a method whose integration is its own function, which is there."""
    gateway = client("apigateway")
    apis = [one for one in pages("apigateway", "get_rest_apis", "items") if one["name"].endswith(f"-{environment}-api")]
    if len(apis) != 1:
        raise SystemExit(f"{environment} has {len(apis)} public APIs")
    api = apis[0]["id"]
    methods = {
        (method, one["path"]): one["id"]
        for one in pages("apigateway", "get_resources", "items", restApiId=api)
        for method in one.get("resourceMethods", {})
    }
    for route in routes:
        resource = methods.get((route["method"], route["path"]))
        if resource is None:
            raise SystemExit(f"{environment} has no {route['method']} {route['path']}")
        integration = gateway.get_integration(restApiId=api, resourceId=resource, httpMethod=route["method"])
        name, _, alias = route["function"].partition(":")
        arn = client("lambda").get_function(FunctionName=name)["Configuration"]["FunctionArn"]
        called = client("lambda").get_alias(FunctionName=name, Name=alias)["AliasArn"] if alias else arn
        if integration["type"] != "AWS_PROXY" or not integration["uri"].endswith(f"/functions/{called}/invocations"):
            raise SystemExit(f"{route['method']} {route['path']} of {environment} leads to {integration['uri']}")
    print(f"{environment}: {len(routes)} routes of the document, each with the integration of its function")


def left_of(environment):
    """What carries an environment's name."""
    named = {
        "usage key": (one["name"] for one in pages("apigateway", "get_api_keys", "items")),
        "bucket": (one["Name"] for one in client("s3").list_buckets()["Buckets"]),
        "function": (one["FunctionName"] for one in pages("lambda", "list_functions", "Functions")),
        "key": (one["AliasName"] for one in pages("kms", "list_aliases", "Aliases")),
        "log group": (one["logGroupName"] for one in pages("logs", "describe_log_groups", "logGroups")),
        "parameter": (one["Name"] for one in pages("ssm", "describe_parameters", "Parameters")),
        "queue": pages("sqs", "list_queues", "QueueUrls"),
        "role": (one["RoleName"] for one in pages("iam", "list_roles", "Roles")),
        "rule": (one["Name"] for one in pages("events", "list_rules", "Rules")),
        "table": pages("dynamodb", "list_tables", "TableNames"),
        "topic": (one["TopicArn"] for one in pages("sns", "list_topics", "Topics")),
    }
    words = (f"financial-services-{environment}", f"financial-services/{environment}", f"{environment}-standard-")

    def of_it(name):
        return any(word in name for word in words) and OF_ACCOUNT not in name

    return {kind: found for kind, all in named.items() if (found := [n for n in all if of_it(n)])}


def use(environment):
    """Leaves what callers and operators leave: two versions of a document, one of them deleted, and a business's key."""
    bucket = f"financial-services-{environment}-documents-{ACCOUNT}"
    # moto's CloudFormation passes over what a template says of versions.
    client("s3").put_bucket_versioning(Bucket=bucket, VersioningConfiguration={"Status": "Enabled"})
    for body in (b"one", b"two"):
        client("s3").put_object(Bucket=bucket, Key="biz_1/cus_1/doc_1", Body=body)
    if len(versions := client("s3").list_object_versions(Bucket=bucket).get("Versions", [])) != 2:
        raise SystemExit(f"{bucket} keeps {len(versions)} versions of what was put twice")
    client("s3").delete_object(Bucket=bucket, Key="biz_1/cus_1/doc_1")
    client("apigateway").create_api_key(name=f"{environment}-standard-biz_1", value=f"{environment}standardbiz1" * 2)


def empty(environment, node):
    """Runs the very command, against the same moto by HTTP."""
    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    try:
        variables = {**os.environ, "AWS_ENDPOINT_URL": f"http://{host}:{port}"}
        subprocess.run([node, "bin/ops/empty.ts", environment], env=variables, check=True)
    finally:
        server.stop()


def destroy(environment, stacks):
    """What `cdk destroy` does, from the last stack to the first; nothing that carries its name may be left."""
    before = sum(len(names) for names in left_of(environment).values())
    for stack in reversed(stacks):
        client("cloudformation").delete_stack(StackName=stack.name)
    left = left_of(environment)
    if left or not before:
        raise SystemExit(f"{environment} leaves behind {left}")
    sys.stdout.flush()
    print(f"{environment}: destroyed, nothing is left of {before} things with its name")


def main():
    warnings.simplefilter("ignore")
    wanted = json.loads(Path(sys.argv[1]).read_text())
    stacks = {name: stacks_of(wanted["assembly"], name) for name in wanted["routes"]}
    types = {one["Type"] for own in stacks.values() for stack in own for one in stack.resources.values()}
    if gone := sorted(set(LACKING) - types):
        raise SystemExit(f"No template has {', '.join(gone)}: take it from what moto lacks")
    if made := sorted(kind for kind in LACKING if resource_class_from_type(kind)):
        raise SystemExit(f"moto can make {', '.join(made)}: take it from what it lacks")
    for kind in sorted(LACKING):
        print(f"left out: {kind}, {LACKING[kind]}")
    # Live's people are known before sandbox asks for them; the site shows both.
    first = [stack for stack in stacks["live"] if not stack.name.endswith("-site")]
    last = [stack for stack in stacks["live"] if stack.name.endswith("-site")]
    with mock_aws():
        bootstrap()
        for stack in [*first, *stacks["sandbox"], *last]:
            stack.create()
        for environment, routes in wanted["routes"].items():
            check_routes(environment, routes)
        use("sandbox")
        empty("sandbox", wanted["node"])
        destroy("sandbox", stacks["sandbox"])


main()
