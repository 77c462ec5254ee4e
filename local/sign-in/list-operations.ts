import type { Group, User } from './directory.ts';
import type { Pool } from './pools.ts';
import { existing, type Input, invalid, type Operation, refused, shown } from './user-operations.ts';

/** Lists of people, and the groups that they are in. */
export const listOperations: Readonly<Record<string, Operation>> = {
  ListUsers: (pool, input) => {
    const holds = filterOf(input.Filter);
    const { page, next } = pageOf([...pool.directory.users.values()].filter(holds), input, input.PaginationToken);
    return { Users: page.map(shown), ...(next !== undefined && { PaginationToken: next }) };
  },
  CreateGroup: (pool, input) => {
    const name = String(input.GroupName ?? '');
    if (name === '') throw invalid('GroupName must not be empty.');
    if (pool.directory.groups.has(name)) throw refused('GroupExistsException', 'A group with the name already exists.');
    const described = typeof input.Description === 'string' ? { description: input.Description } : {};
    const group: Group = { ...described, created_at: pool.now(), members: [] };
    pool.directory.groups.set(name, group);
    pool.save();
    return { Group: shownGroup(pool, name, group) };
  },
  AdminAddUserToGroup: (pool, input) => {
    const { sub } = existing(pool, input);
    changeMembers(pool, input, (members) => [...new Set([...members, sub])]);
    return {};
  },
  AdminRemoveUserFromGroup: (pool, input) => {
    const { sub } = existing(pool, input);
    changeMembers(pool, input, (members) => members.filter((member) => member !== sub));
    return {};
  },
  AdminListGroupsForUser: (pool, input) => {
    const { sub } = existing(pool, input);
    const groups = [...pool.directory.groups].filter(([, { members }]) => members.includes(sub));
    return { Groups: groups.map(([name, group]) => shownGroup(pool, name, group)) };
  },
  ListUsersInGroup: (pool, input) => {
    const { members } = existingGroup(pool, input);
    const users = members.flatMap((sub) => pool.directory.users.get(sub) ?? []);
    const { page, next } = pageOf(users, input, input.NextToken);
    return { Users: page.map(shown), ...(next !== undefined && { NextToken: next }) };
  },
};

const existingGroup = (pool: Pool, { GroupName }: Input): Group => {
  const group = pool.directory.groups.get(String(GroupName));
  if (group) return group;
  throw refused('ResourceNotFoundException', 'Group not found.');
};

const changeMembers = (pool: Pool, input: Input, change: (members: readonly string[]) => string[]): void => {
  const group = existingGroup(pool, input);
  pool.directory.groups.set(String(input.GroupName), { ...group, members: change(group.members) });
  pool.save();
};

const shownGroup = ({ settings }: Pool, name: string, { description, created_at }: Group) => ({
  GroupName: name,
  UserPoolId: settings.id,
  ...(description !== undefined && { Description: description }),
  CreationDate: created_at / 1000,
  LastModifiedDate: created_at / 1000,
});

/** A page begins behind the user whom its token names. */
const pageOf = (users: readonly User[], { Limit }: Input, token: unknown): { page: User[]; next?: string } => {
  const limit = Number(Limit ?? users_max);
  if (!Number.isInteger(limit) || limit < 1 || limit > users_max) throw invalid('Limit must be from 1 to 60.');
  const after = token === undefined ? -1 : users.findIndex(({ sub }) => sub === token);
  if (token !== undefined && after < 0) throw invalid('Invalid pagination token.');
  const page = users.slice(after + 1, after + 1 + limit);
  const next = users.length > after + 1 + limit ? page.at(-1)?.sub : undefined;
  return { page, ...(next !== undefined && { next }) };
};

const users_max = 60;

/** Cognito finds people by one attribute of OpenID Connect or by their state, never by one of the pool's own. */
const filterOf = (filter: unknown): ((user: User) => boolean) => {
  if (filter === undefined || filter === '') return () => true;
  const [, name = '', operator, value = ''] = /^\s*"?([\w:]+)"?\s*(\^?=)\s*"([^"]*)"\s*$/.exec(String(filter)) ?? [];
  const read = Object.hasOwn(readable, name) ? readable[name] : undefined;
  if (!read) throw invalid('One or more requested attributes in the filter are not supported.');
  const wanted = value.toLowerCase();
  return (user) => {
    const found = read(user).toLowerCase();
    return operator === '=' ? found === wanted : found.startsWith(wanted);
  };
};

const readable: Readonly<Record<string, (user: User) => string>> = {
  sub: ({ sub }) => sub,
  username: ({ sub }) => sub,
  email: ({ attributes }) => attributes.email ?? '',
  name: ({ attributes }) => attributes.name ?? '',
  'cognito:user_status': ({ status }) => status,
  status: ({ enabled }) => (enabled ? 'Enabled' : 'Disabled'),
};
