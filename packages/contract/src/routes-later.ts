// The routes of all nouns that a chat does not begin with.
import type { Routes } from './route.ts'

export const usage = {
  ofUser: { method: 'GET', path: 'users/{id}/usage' },
  ofInstallation: { method: 'GET', path: 'usage' },
} as const satisfies Routes

export const contexts = {
  types: { method: 'GET', path: 'contexts/types' },
  search: { method: 'GET', path: 'contexts' },
  list: { method: 'GET', path: 'contexts/{id}' },
  members: { method: 'GET', path: 'contexts/{id}/members' },
  readers: { method: 'GET', path: 'contexts/{id}/readers' },
  create: { method: 'POST', path: 'contexts' },
  update: { method: 'PUT', path: 'contexts/{id}' },
  changeMembers: { method: 'POST', path: 'contexts/{id}/members' },
  setMember: { method: 'PUT', path: 'contexts/{id}/{assocContextId}' },
  removeMember: { method: 'DELETE', path: 'contexts/{id}/{assocContextId}' },
  remove: { method: 'DELETE', path: 'contexts/{id}' },
} as const satisfies Routes

export const publications = {
  list: { method: 'GET', path: 'publications' },
  ofItem: { method: 'GET', path: 'contexts/{id}/publications' },
  get: { method: 'GET', path: 'publications/{id}' },
  approve: { method: 'PUT', path: 'publications/{id}/approve' },
  decline: { method: 'PUT', path: 'publications/{id}/decline' },
  remove: { method: 'DELETE', path: 'publications/{id}' },
} as const satisfies Routes

export const plugins = {
  list: { method: 'GET', path: 'plugins' },
  allow: { method: 'PUT', path: 'plugins/{id}/consent' },
  revoke: { method: 'DELETE', path: 'plugins/{id}/consent' },
} as const satisfies Routes

export const presence = {
  update: { method: 'PUT', path: 'projects/{id}/presence/{visitId}' },
  remove: { method: 'DELETE', path: 'projects/{id}/presence/{visitId}' },
} as const satisfies Routes

export const prompts = {
  list: { method: 'GET', path: 'prompts' },
  get: { method: 'GET', path: 'prompts/{id}' },
  create: { method: 'POST', path: 'prompts' },
  update: { method: 'PUT', path: 'prompts/{id}' },
  like: { method: 'PUT', path: 'prompts/{id}/like' },
  versions: { method: 'GET', path: 'prompts/{id}/versions' },
  remove: { method: 'DELETE', path: 'prompts/{id}' },
  outputs: { method: 'GET', path: 'promptoutputs' },
  contexts: { method: 'GET', path: 'promptcontexts' },
} as const satisfies Routes

export const goldensets = {
  list: { method: 'GET', path: 'goldensets' },
  scorecards: { method: 'GET', path: 'goldensets/scorecards' },
  get: { method: 'GET', path: 'goldensets/{id}' },
  create: { method: 'POST', path: 'goldensets' },
  update: { method: 'PUT', path: 'goldensets/{id}' },
  remove: { method: 'DELETE', path: 'goldensets/{id}' },
  runs: { method: 'GET', path: 'goldensets/{id}/runs' },
  begin: { method: 'POST', path: 'goldensets/{id}/runs' },
  run: { method: 'GET', path: 'goldensets/{id}/runs/{runId}' },
  results: { method: 'GET', path: 'goldensets/{id}/runs/{runId}/results' },
  cancel: { method: 'DELETE', path: 'goldensets/{id}/runs/{runId}' },
  retry: { method: 'POST', path: 'goldensets/{id}/runs/{runId}/retry' },
  pair: { method: 'POST', path: 'goldensets/{id}/runs/{runId}/votes' },
  vote: { method: 'PUT', path: 'goldensets/{id}/runs/{runId}/votes/{voteId}' },
} as const satisfies Routes

export const datasources = {
  list: { method: 'GET', path: 'datasources' },
  get: { method: 'GET', path: 'datasources/{id}' },
  create: { method: 'POST', path: 'datasources' },
  update: { method: 'PUT', path: 'datasources/{id}' },
  remove: { method: 'DELETE', path: 'datasources/{id}' },
  search: { method: 'POST', path: 'datasources/{id}/search' },
  labels: { method: 'GET', path: 'datasourcelabels' },
} as const satisfies Routes

export const vectors = {
  get: { method: 'GET', path: 'vectors' },
  update: { method: 'PUT', path: 'vectors' },
  cancel: { method: 'POST', path: 'datasources/{id}/vectors/cancel' },
  resume: { method: 'POST', path: 'datasources/{id}/vectors/resume' },
} as const satisfies Routes

export const media = {
  begin: { method: 'POST', path: 'datasources/{id}/media' },
  append: { method: 'PUT', path: 'media/{id}/pieces' },
  get: { method: 'GET', path: 'media/{id}' },
  text: { method: 'GET', path: 'media/{id}/text' },
  cut: { method: 'POST', path: 'media/{id}/chunks' },
  setChunk: { method: 'PUT', path: 'media/{id}/chunks/{chunkId}' },
  switchedOff: { method: 'GET', path: 'datasources/{id}/chunks/off' },
  base64: { method: 'GET', path: 'media/{id}/base64' },
  binary: { method: 'GET', path: 'media/{id}/binary', reply: 'binary' },
  index: { method: 'POST', path: 'media/{id}/index' },
  indexFailed: { method: 'POST', path: 'datasources/{id}/media/index' },
  cancel: { method: 'POST', path: 'media/{id}/cancel' },
  cancelAll: { method: 'POST', path: 'datasources/{id}/media/cancel' },
  update: { method: 'PUT', path: 'media/{id}' },
  refresh: { method: 'POST', path: 'media/{id}/refresh' },
  remove: { method: 'DELETE', path: 'media/{id}' },
} as const satisfies Routes

export const testQuestions = {
  list: { method: 'GET', path: 'datasources/{id}/questions' },
  create: { method: 'POST', path: 'datasources/{id}/questions' },
  update: { method: 'PUT', path: 'datasources/{id}/questions/{questionId}' },
  remove: { method: 'DELETE', path: 'datasources/{id}/questions/{questionId}' },
  runs: { method: 'GET', path: 'datasources/{id}/testruns' },
  run: { method: 'POST', path: 'datasources/{id}/testruns' },
} as const satisfies Routes

export const unanswered = {
  list: { method: 'GET', path: 'datasources/{id}/unanswered' },
  report: { method: 'POST', path: 'datasources/{id}/unanswered' },
  own: { method: 'GET', path: 'datasources/{id}/unanswered/own' },
  withdraw: { method: 'DELETE', path: 'datasources/{id}/unanswered/own/{messageId}' },
  solve: { method: 'POST', path: 'datasources/{id}/unanswered/{questionId}/solved' },
  dismiss: { method: 'DELETE', path: 'datasources/{id}/unanswered/{questionId}' },
} as const satisfies Routes

export const bin = {
  list: { method: 'GET', path: 'bin' },
  restore: { method: 'PUT', path: 'bin/{id}' },
  erase: { method: 'DELETE', path: 'bin/{id}' },
  empty: { method: 'DELETE', path: 'bin' },
} as const satisfies Routes

export const sites = {
  list: { method: 'GET', path: 'datasources/{id}/sites' },
  create: { method: 'POST', path: 'datasources/{id}/sites' },
  update: { method: 'PUT', path: 'sites/{id}' },
  refresh: { method: 'POST', path: 'sites/{id}/refresh' },
  removeGone: { method: 'DELETE', path: 'sites/{id}/gone' },
  remove: { method: 'DELETE', path: 'sites/{id}' },
} as const satisfies Routes

export const labels = {
  categories: { method: 'GET', path: 'categories' },
  createCategory: { method: 'POST', path: 'categories' },
  removeCategory: { method: 'DELETE', path: 'categories/{id}' },
  tags: { method: 'GET', path: 'tags' },
  createTag: { method: 'POST', path: 'tags' },
  removeTag: { method: 'DELETE', path: 'tags/{id}' },
} as const satisfies Routes

export const providers = {
  list: { method: 'GET', path: 'providers' },
  get: { method: 'GET', path: 'providers/{id}' },
  create: { method: 'POST', path: 'providers' },
  update: { method: 'PUT', path: 'providers/{id}' },
  remove: { method: 'DELETE', path: 'providers/{id}' },
  find: { method: 'POST', path: 'providers/find' },
  test: { method: 'POST', path: 'providers/test' },
} as const satisfies Routes

export const replays = {
  create: { method: 'POST', path: 'prompts/replay' },
  get: { method: 'GET', path: 'projects/tabs/{id}/replay' },
  cancel: { method: 'DELETE', path: 'projects/tabs/{id}/replay' },
} as const satisfies Routes

export const translate = {
  text: { method: 'POST', path: 'tools/translate/text' },
  langs: { method: 'GET', path: 'tools/translate/langs' },
} as const satisfies Routes

export const search = {
  find: { method: 'GET', path: 'search' },
} as const satisfies Routes

export const announcements = {
  list: { method: 'GET', path: 'announcements' },
  create: { method: 'POST', path: 'announcements' },
  update: { method: 'PUT', path: 'announcements/{id}' },
  end: { method: 'PUT', path: 'announcements/{id}/end' },
  remove: { method: 'DELETE', path: 'announcements/{id}' },
  putAway: { method: 'PUT', path: 'announcements/{id}/away' },
} as const satisfies Routes

export const apitokens = {
  own: { method: 'GET', path: 'apitokens/users' },
  ofTheCompany: { method: 'GET', path: 'apitokens/companies' },
  listOfUser: { method: 'GET', path: 'users/{userId}/apitokens' },
  getOfUser: { method: 'GET', path: 'users/{userId}/apitokens/{id}' },
  saveOfUser: { method: 'POST', path: 'users/{userId}/apitokens' },
  removeOfUser: { method: 'DELETE', path: 'users/{userId}/apitokens/{id}' },
  listOfCompany: { method: 'GET', path: 'companies/{companyId}/apitokens' },
  getOfCompany: { method: 'GET', path: 'companies/{companyId}/apitokens/{id}' },
  saveOfCompany: { method: 'POST', path: 'companies/{companyId}/apitokens' },
  removeOfCompany: { method: 'DELETE', path: 'companies/{companyId}/apitokens/{id}' },
} as const satisfies Routes

export const shares = {
  list: { method: 'GET', path: 'shares' },
  create: { method: 'POST', path: 'shares' },
  update: { method: 'PUT', path: 'shares/{id}' },
  remove: { method: 'DELETE', path: 'shares/{id}' },
  removeAll: { method: 'DELETE', path: 'shares' },
  all: { method: 'GET', path: 'shares/all' },
  open: { method: 'GET', path: 'shares/open/{hash}', admits: ['signed-in', 'link'] },
  messages: { method: 'GET', path: 'shares/open/{hash}/messages', admits: ['signed-in', 'link'] },
  file: {
    method: 'GET',
    path: 'shares/open/{hash}/files/{position}',
    admits: ['signed-in', 'link'],
    reply: 'binary',
  },
  copy: { method: 'POST', path: 'shares/open/{hash}/copy' },
} as const satisfies Routes

export const audit = {
  list: { method: 'GET', path: 'audit' },
  export: { method: 'GET', path: 'audit/export', reply: 'binary' },
} as const satisfies Routes

export const system = {
  get: { method: 'GET', path: 'system' },
} as const satisfies Routes

export const configuration = {
  get: { method: 'GET', path: 'system/configuration' },
  update: { method: 'PUT', path: 'system/configuration' },
} as const satisfies Routes

export const digest = {
  ask: { method: 'GET', path: 'digest/off', admits: ['open'], reply: 'document' },
  turnOff: { method: 'POST', path: 'digest/off', admits: ['open'], reply: 'document' },
  test: { method: 'POST', path: 'digest/test' },
} as const satisfies Routes

export const branding = {
  get: { method: 'GET', path: 'branding' },
  update: { method: 'PUT', path: 'branding' },
  reset: { method: 'DELETE', path: 'branding' },
} as const satisfies Routes
