/** Does what the token's word says; the number makes tokens distinct. */
export const authorizer = `let asked = 0;
exports.handler = async ({ authorizationToken, methodArn, type }) => {
  asked += 1;
  const [word] = authorizationToken.split('-');
  if (word === 'unknown') throw new Error('Unauthorized');
  if (word === 'broken') throw new Error('no database');
  if (word === 'empty') return {};
  const Resource = word === 'only' ? methodArn : methodArn.replace(/\\/v1\\/.*/, '/v1/*');
  const context = word === 'deep' ? { list: [1] } : { tenant_id: 'biz_1', asked, type, methodArn };
  const Effect = word === 'deny' ? 'Deny' : 'Allow';
  return { principalId: 'biz_1', policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect, Resource }] }, context };
};`;

/** Answers what the body says, or the event itself; a PUT may hold anything. */
export const things = `exports.handler = async (event) => {
  const order = event.body && event.httpMethod !== 'PUT' ? JSON.parse(event.body) : undefined;
  if (order?.exit) process.exit(1);
  if (order?.fail) throw new Error('it failed');
  if (order?.log) console.error(JSON.stringify(order.log));
  if (order?.memory) for (const all = []; ; ) all.push(new Array(1e5).fill(0.1));
  if (order?.wait_ms) await new Promise((go) => setTimeout(go, order.wait_ms));
  if (order && 'answer' in order) return order.answer;
  return { statusCode: 200, headers: { 'x-one': '1' }, multiValueHeaders: { 'x-two': ['a', 'b'] }, body: JSON.stringify(event) };
};`;
