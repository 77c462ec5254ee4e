/** The calls of CloudFormation on behalf of a resource type: actions of one service, and the resources that they are limited to. */
export type ActionGroup = {
  /** The service, a colon, and its actions. */
  readonly actions: string;
  /** Patterns of ARNs; `{own}` and the other words in braces are those of `lib/deploying-policy.ts`. */
  readonly on: string | readonly string[];
  readonly when?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
};

const everything = '*';
const key = 'arn:aws:kms:{region}:{account}:key/*';
const gateway = (...paths: string[]) =>
  paths.map((path) => `arn:aws:apigateway:{region}::/${path}`);
const lambda = 'arn:aws:lambda:{region}:{account}:function:{own}*';
const queue = 'arn:aws:sqs:{region}:{account}:{own}*';
const topic = 'arn:aws:sns:{region}:{account}:{own}*';
const pool = 'arn:aws:cognito-idp:{region}:{account}:userpool/*';
const logGroups = [
  '/aws/lambda/{own}*',
  '/aws/apigateway/{own}*',
  'API-Gateway-Execution-Logs_*',
].map((name) => `arn:aws:logs:{region}:{account}:log-group:${name}`);
const buckets = 'arn:aws:s3:::{global}*';
const application = 'arn:aws:codedeploy:{region}:{account}:application:{own}functions';
const group = 'arn:aws:codedeploy:{region}:{account}:deploymentgroup:{own}functions/{own}*';
const configuration = 'arn:aws:codedeploy:{region}:{account}:deploymentconfig:CodeDeployDefault.*';
const cloudfront = (path: string) => `arn:aws:cloudfront::{account}:${path}`;
const mapped = { ArnLike: { 'lambda:FunctionArn': lambda } };

/** The roles of an environment; CloudFormation names the one of API Gateway's logs after its stack. */
export const deployedRoles = ['{global}*', '{own}*-LogAccountRole*'].map(
  (name) => `arn:aws:iam::{account}:role/${name}`,
);

/** API Gateway has one action for each method of HTTP. */
const ofGateway = (
  types: string,
  on: readonly string[],
): Readonly<Record<string, readonly ActionGroup[]>> =>
  Object.fromEntries(
    types
      .split(' ')
      .map((type) => [
        `AWS::ApiGateway::${type}`,
        [{ actions: 'apigateway: GET POST PUT PATCH DELETE', on }],
      ]),
  );

const only = (on: ActionGroup['on'], actions: string): readonly ActionGroup[] => [{ actions, on }];

/** A key that CloudFormation names to another service, which encrypts with it. */
const usesKey: ActionGroup = { actions: 'kms: CreateGrant Decrypt DescribeKey', on: key };

/** The actions of a deployment, by resource type. CloudFormation's resource schemas name them; those for properties that no template has are left out. */
export const deployingActions: Readonly<Record<string, readonly ActionGroup[]>> = {
  ...ofGateway('Account', gateway('account')),
  ...ofGateway(
    'Authorizer Deployment GatewayResponse Method Resource RestApi Stage',
    gateway('restapis', 'restapis/*', 'tags/*'),
  ),
  ...ofGateway(
    'ApiKey UsagePlan UsagePlanKey',
    gateway('usageplans', 'usageplans/*', 'apikeys', 'apikeys/*', 'tags/*'),
  ),
  ...ofGateway('BasePathMapping DomainName', gateway('domainnames', 'domainnames/*', 'tags/*')),
  'AWS::Backup::BackupPlan': only(
    'arn:aws:backup:{region}:{account}:backup-plan:*',
    'backup: CreateBackupPlan DeleteBackupPlan GetBackupPlan UpdateBackupPlan ListTags TagResource UntagResource',
  ),
  'AWS::Backup::BackupSelection': only(
    'arn:aws:backup:{region}:{account}:backup-plan:*',
    'backup: CreateBackupSelection DeleteBackupSelection GetBackupSelection',
  ),
  'AWS::Backup::BackupVault': [
    {
      actions:
        'backup: CreateBackupVault DeleteBackupVault DescribeBackupVault GetBackupVaultAccessPolicy ' +
        'GetBackupVaultNotifications ListTags TagResource UntagResource',
      on: 'arn:aws:backup:{region}:{account}:backup-vault:{own}*',
    },
    { actions: 'backup-storage: Mount MountCapsule', on: everything },
    { actions: 'kms: CreateGrant Decrypt DescribeKey GenerateDataKey RetireGrant', on: key },
  ],
  'AWS::CloudFront::Distribution': only(
    cloudfront('distribution/*'),
    'cloudfront: CreateDistribution CreateDistributionWithTags DeleteDistribution GetDistribution GetDistributionConfig ' +
      'ListTagsForResource TagResource UntagResource UpdateDistribution',
  ),
  'AWS::CloudFront::Function': only(
    cloudfront('function/{global}*'),
    'cloudfront: CreateFunction DeleteFunction DescribeFunction GetFunction ListTagsForResource PublishFunction ' +
      'TagResource UntagResource UpdateFunction',
  ),
  'AWS::CloudFront::OriginAccessControl': only(
    cloudfront('origin-access-control/*'),
    'cloudfront: CreateOriginAccessControl DeleteOriginAccessControl GetOriginAccessControl UpdateOriginAccessControl',
  ),
  'AWS::CloudFront::ResponseHeadersPolicy': only(
    cloudfront('response-headers-policy/*'),
    'cloudfront: CreateResponseHeadersPolicy DeleteResponseHeadersPolicy GetResponseHeadersPolicy ' +
      'UpdateResponseHeadersPolicy',
  ),
  'AWS::CloudTrail::Trail': [
    {
      actions:
        'cloudtrail: AddTags CreateTrail DeleteTrail GetEventConfiguration GetEventSelectors GetInsightSelectors GetTrail ' +
        'GetTrailStatus ListTags PutEventSelectors RemoveTags StartLogging StopLogging UpdateTrail',
      on: 'arn:aws:cloudtrail:{region}:{account}:trail/{own}*',
    },
    { actions: 'cloudtrail: DescribeTrails', on: everything },
  ],
  'AWS::CloudWatch::Alarm': only(
    'arn:aws:cloudwatch:{region}:{account}:alarm:{own}*',
    'cloudwatch: DeleteAlarms DescribeAlarms ListTagsForResource PutMetricAlarm TagResource UntagResource',
  ),
  'AWS::CloudWatch::Dashboard': only(
    'arn:aws:cloudwatch::{account}:dashboard/{global}*',
    'cloudwatch: DeleteDashboards GetDashboard ListTagsForResource PutDashboard TagResource UntagResource',
  ),
  'AWS::CodeDeploy::Application': only(
    application,
    'codedeploy: CreateApplication DeleteApplication GetApplication ListTagsForResource TagResource UntagResource',
  ),
  'AWS::CodeDeploy::DeploymentGroup': only(
    group,
    'codedeploy: CreateDeploymentGroup DeleteDeploymentGroup GetDeploymentGroup ListTagsForResource TagResource ' +
      'UntagResource UpdateDeploymentGroup',
  ),
  'AWS::Cognito::ManagedLoginBranding': only(
    pool,
    'cognito-idp: CreateManagedLoginBranding DeleteManagedLoginBranding DescribeManagedLoginBranding ' +
      'DescribeManagedLoginBrandingByClient UpdateManagedLoginBranding',
  ),
  'AWS::Cognito::UserPool': [
    { actions: 'cognito-idp: CreateUserPool', on: everything },
    {
      actions:
        'cognito-idp: AddCustomAttributes DeleteUserPool DescribeUserPool GetUserPoolMfaConfig ListTagsForResource ' +
        'SetUserPoolMfaConfig TagResource UntagResource UpdateUserPool',
      on: pool,
    },
  ],
  'AWS::Cognito::UserPoolClient': only(
    pool,
    'cognito-idp: CreateUserPoolClient DeleteUserPoolClient DescribeUserPoolClient ListUserPoolClientSecrets ' +
      'UpdateUserPoolClient',
  ),
  'AWS::Cognito::UserPoolDomain': [
    {
      actions: 'cognito-idp: CreateUserPoolDomain DeleteUserPoolDomain UpdateUserPoolDomain',
      on: pool,
    },
    { actions: 'cognito-idp: DescribeUserPoolDomain', on: everything },
  ],
  'AWS::DynamoDB::GlobalTable': [
    {
      actions:
        'dynamodb: CreateTable DeleteTable Describe* GetResourcePolicy ListTagsOfResource TagResource UntagResource ' +
        'UpdateContinuousBackups UpdateTable UpdateTimeToLive',
      on: 'arn:aws:dynamodb:{region}:{account}:table/{own}*',
    },
    { actions: 'application-autoscaling: Describe*', on: everything },
    usesKey,
  ],
  'AWS::Events::EventBus': only(
    'arn:aws:events:{region}:{account}:event-bus/{bus}',
    'events: CreateEventBus DeleteEventBus DescribeEventBus ListTagsForResource TagResource UntagResource UpdateEventBus',
  ),
  'AWS::Events::Rule': only(
    ['{own}*', '{bus}/{own}*'].map((rule) => `arn:aws:events:{region}:{account}:rule/${rule}`),
    'events: DeleteRule DescribeRule ListTagsForResource ListTargetsByRule PutRule PutTargets RemoveTargets ' +
      'TagResource UntagResource',
  ),
  'AWS::IAM::Role': only(
    deployedRoles,
    'iam: CreateRole DeleteRole DeleteRolePolicy GetRole GetRolePolicy ListAttachedRolePolicies ListRolePolicies ' +
      'PutRolePolicy TagRole UntagRole UpdateAssumeRolePolicy UpdateRole UpdateRoleDescription',
  ),
  'AWS::KMS::Alias': [
    {
      actions: 'kms: CreateAlias DeleteAlias UpdateAlias',
      on: ['arn:aws:kms:{region}:{account}:alias/{bus}*', key],
    },
    { actions: 'kms: ListAliases', on: everything },
  ],
  'AWS::KMS::Key': [
    { actions: 'kms: CreateKey', on: everything },
    {
      actions:
        'kms: DescribeKey DisableKey DisableKeyRotation EnableKey EnableKeyRotation GetKeyPolicy GetKeyRotationStatus ' +
        'ListResourceTags PutKeyPolicy ScheduleKeyDeletion TagResource UntagResource UpdateKeyDescription',
      on: key,
    },
  ],
  'AWS::Lambda::Alias': [
    {
      actions:
        'lambda: CreateAlias DeleteAlias DeleteProvisionedConcurrencyConfig GetAlias GetProvisionedConcurrencyConfig ' +
        'PutProvisionedConcurrencyConfig UpdateAlias',
      on: lambda,
    },
    {
      actions: 'codedeploy: CreateDeployment GetDeployment GetDeploymentGroup StopDeployment',
      on: group,
    },
    { actions: 'codedeploy: GetApplicationRevision RegisterApplicationRevision', on: application },
    { actions: 'codedeploy: GetDeploymentConfig', on: configuration },
  ],
  'AWS::Lambda::EventInvokeConfig': only(
    lambda,
    'lambda: DeleteFunctionEventInvokeConfig GetFunctionEventInvokeConfig PutFunctionEventInvokeConfig ' +
      'UpdateFunctionEventInvokeConfig',
  ),
  'AWS::Lambda::EventSourceMapping': [
    {
      actions: 'lambda: CreateEventSourceMapping DeleteEventSourceMapping UpdateEventSourceMapping',
      on: everything,
      when: mapped,
    },
    {
      actions: 'lambda: GetEventSourceMapping ListTags TagResource UntagResource',
      on: 'arn:aws:lambda:{region}:{account}:event-source-mapping:*',
    },
  ],
  'AWS::Lambda::Function': [
    {
      actions:
        'lambda: CreateFunction DeleteFunction DeleteFunctionConcurrency GetFunction GetFunctionCodeSigningConfig ' +
        'GetFunctionRecursionConfig GetFunctionScalingConfig GetRuntimeManagementConfig ListTags ' +
        'PublishVersion PutFunctionConcurrency PutFunctionRecursionConfig TagResource UntagResource UpdateFunctionCode ' +
        'UpdateFunctionConfiguration',
      on: lambda,
    },
    { actions: 's3: GetObject GetObjectVersion', on: 'arn:aws:s3:::{assets}/*' },
  ],
  'AWS::Lambda::Permission': only(lambda, 'lambda: AddPermission GetPolicy RemovePermission'),
  'AWS::Lambda::Version': only(
    lambda,
    'lambda: DeleteFunction GetFunctionConfiguration GetFunctionScalingConfig GetProvisionedConcurrencyConfig ' +
      'GetRuntimeManagementConfig ListVersionsByFunction PublishVersion PutProvisionedConcurrencyConfig',
  ),
  'AWS::Logs::LogGroup': [
    {
      actions:
        'logs: CreateLogGroup DeleteLogGroup DeleteRetentionPolicy DescribeIndexPolicies GetDataProtectionPolicy ' +
        'ListTagsForResource PutRetentionPolicy TagResource UntagResource',
      on: logGroups,
    },
    { actions: 'logs: DescribeLogGroups DescribeResourcePolicies', on: everything },
  ],
  'AWS::Logs::MetricFilter': only(
    logGroups,
    'logs: DeleteMetricFilter DescribeMetricFilters PutMetricFilter',
  ),
  'AWS::Logs::SubscriptionFilter': only(
    [...logGroups, lambda],
    'logs: DeleteSubscriptionFilter DescribeSubscriptionFilters PutSubscriptionFilter',
  ),
  'AWS::S3::Bucket': only(
    buckets,
    's3: CreateBucket DeleteBucket GetBucket* Get*Configuration ListBucket ListTagsForResource PutBucketCORS ' +
      'PutBucketNotification PutBucketObjectLockConfiguration PutBucketOwnershipControls PutBucketPublicAccessBlock ' +
      'PutBucketTagging PutBucketVersioning PutEncryptionConfiguration PutLifecycleConfiguration TagResource UntagResource',
  ),
  'AWS::S3::BucketPolicy': only(buckets, 's3: DeleteBucketPolicy GetBucketPolicy PutBucketPolicy'),
  'AWS::SNS::Subscription': [
    { actions: 'sns: Subscribe', on: topic },
    {
      actions: 'sns: GetSubscriptionAttributes SetSubscriptionAttributes Unsubscribe',
      on: everything,
    },
  ],
  'AWS::SNS::Topic': only(
    topic,
    'sns: CreateTopic DeleteTopic GetDataProtectionPolicy GetTopicAttributes ListSubscriptionsByTopic ' +
      'ListTagsForResource SetTopicAttributes TagResource UntagResource',
  ),
  'AWS::SNS::TopicPolicy': only(topic, 'sns: GetTopicAttributes SetTopicAttributes'),
  'AWS::SQS::Queue': only(
    queue,
    'sqs: CreateQueue DeleteQueue GetQueueAttributes GetQueueUrl ListQueueTags SetQueueAttributes TagQueue UntagQueue',
  ),
  'AWS::SQS::QueuePolicy': only(queue, 'sqs: GetQueueAttributes SetQueueAttributes'),
  'AWS::SSM::Parameter': [
    {
      actions:
        'ssm: AddTagsToResource DeleteParameter ListTagsForResource PutParameter RemoveTagsFromResource',
      on: ['{environment}', 'sign-in'].map(
        (folder) => `arn:aws:ssm:{region}:{account}:parameter/financial-services/${folder}/*`,
      ),
    },
  ],
  'AWS::WAFv2::WebACLAssociation': [
    {
      actions:
        'wafv2: AssociateWebACL DisassociateWebACL GetPermissionPolicy GetWebACL GetWebACLForResource PutPermissionPolicy',
      on: ['arn:aws:wafv2:{region}:{account}:regional/webacl/*', ...gateway('restapis/*/stages/*')],
    },
    { actions: 'apigateway: SetWebACL', on: gateway('restapis/*/stages/*') },
  ],
};
