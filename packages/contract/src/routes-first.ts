// The routes of what a chat begins with. The entry of the page has all of this file; the others load with a later page.
import type { Routes } from './route.ts'

export const auth = {
  authenticate: { method: 'POST', path: 'auth/authenticate', admits: ['open'] },
  refresh: { method: 'POST', path: 'auth/refresh', admits: ['open'] },
  register: { method: 'POST', path: 'auth/register', admits: ['open'] },
  ssoState: { method: 'GET', path: 'auth/sso', admits: ['open'] },
  ssoBegin: { method: 'POST', path: 'auth/sso/begin', admits: ['open'] },
  ssoFinish: { method: 'POST', path: 'auth/sso/finish', admits: ['open'] },
  changePassword: { method: 'POST', path: 'users/{id}/password' },
  sessions: { method: 'GET', path: 'users/{id}/sessions' },
  endSession: { method: 'DELETE', path: 'users/{id}/sessions/{sessionId}' },
  endSessions: { method: 'DELETE', path: 'users/{id}/sessions' },
  logout: { method: 'GET', path: 'auth/logout' },
  setUpState: { method: 'GET', path: 'setup', admits: ['open'] },
  setUp: { method: 'POST', path: 'setup', admits: ['open'] },
} as const satisfies Routes

export const users = {
  list: { method: 'GET', path: 'users' },
  create: { method: 'POST', path: 'users' },
  setAccounts: { method: 'POST', path: 'users/accounts' },
  update: { method: 'PUT', path: 'users/{id}' },
  belongings: { method: 'GET', path: 'users/{id}/belongings' },
  remove: { method: 'DELETE', path: 'users/{id}' },
  picture: { method: 'GET', path: 'users/{id}/profilepic' },
  pictureBytes: { method: 'GET', path: 'users/{id}/profilepic/base64' },
  setPicture: { method: 'POST', path: 'users/{id}/profilepic' },
  removePicture: { method: 'DELETE', path: 'users/{id}/profilepic' },
  license: { method: 'GET', path: 'users/{id}/license' },
  get: { method: 'GET', path: 'users/{id}' },
  permissions: { method: 'GET', path: 'users/{id}/permissions' },
} as const satisfies Routes

export const settings = {
  kinds: { method: 'GET', path: 'users/settings' },
  list: { method: 'GET', path: 'users/{id}/settings' },
  setById: { method: 'PUT', path: 'users/{id}/setting' },
  setByName: { method: 'PUT', path: 'settings/{id}/setting' },
} as const satisfies Routes

export const projects = {
  list: { method: 'GET', path: 'users/{id}/projects' },
  create: { method: 'POST', path: 'projects' },
  ensureDefault: { method: 'POST', path: 'users/{id}/projects/default' },
  import: { method: 'POST', path: 'projects/import' },
  importEnded: { method: 'POST', path: 'projects/import/ended' },
  get: { method: 'GET', path: 'projects/{id}' },
  activity: { method: 'GET', path: 'projects/{id}/activity' },
  archived: { method: 'GET', path: 'users/{id}/projects/archived' },
  archive: { method: 'PUT', path: 'projects/{id}/archive' },
  update: { method: 'PUT', path: 'projects/{id}' },
  remove: { method: 'DELETE', path: 'projects/{id}' },
} as const satisfies Routes

export const tabs = {
  list: { method: 'GET', path: 'projects/{id}/tabs' },
  create: { method: 'POST', path: 'projects/{id}/tabs' },
  order: { method: 'PUT', path: 'projects/{id}/tabs/order' },
  get: { method: 'GET', path: 'projects/tabs/{id}' },
  move: { method: 'PUT', path: 'projects/tabs/{id}/project' },
  copy: { method: 'POST', path: 'projects/tabs/{id}/copy' },
  update: { method: 'PUT', path: 'projects/tabs/{id}' },
  remove: { method: 'DELETE', path: 'projects/tabs/{id}' },
} as const satisfies Routes

export const custinsts = {
  list: { method: 'GET', path: 'custinsts' },
  get: { method: 'GET', path: 'custinsts/{id}' },
  create: { method: 'POST', path: 'custinsts' },
  update: { method: 'PUT', path: 'custinsts/{id}' },
  like: { method: 'PUT', path: 'custinsts/{id}/like' },
  remove: { method: 'DELETE', path: 'custinsts/{id}' },
} as const satisfies Routes

export const ideas = {
  list: { method: 'GET', path: 'ideas' },
  create: { method: 'POST', path: 'ideas' },
  update: { method: 'PUT', path: 'ideas/{id}' },
  remove: { method: 'DELETE', path: 'ideas/{id}' },
} as const satisfies Routes

export const queries = {
  list: { method: 'GET', path: 'queries/{id}/queries' },
  history: { method: 'GET', path: 'queries' },
  comparisons: { method: 'GET', path: 'queries/compared' },
  compared: { method: 'GET', path: 'queries/compared/{compareId}' },
  remove: { method: 'DELETE', path: 'queries/{id}' },
  rate: { method: 'PUT', path: 'queries/{id}/rating' },
  attachment: {
    method: 'GET',
    path: 'queries/{id}/attachments/{index}',
    reply: 'binary',
  },
} as const satisfies Routes

export const models = {
  list: { method: 'GET', path: 'models' },
  promptOptions: { method: 'GET', path: 'models/promptoptions' },
  awaited: { method: 'GET', path: 'models/awaited' },
  get: { method: 'GET', path: 'models/{id}' },
  tags: { method: 'GET', path: 'models/{id}/tags' },
  activate: { method: 'PUT', path: 'models/{id}/activate' },
  deactivate: { method: 'PUT', path: 'models/{id}/deactivate' },
  sort: { method: 'POST', path: 'models/sort' },
  catalogue: { method: 'GET', path: 'models/catalogue' },
  add: { method: 'POST', path: 'models' },
  deploy: { method: 'PUT', path: 'models/{id}/deploy' },
  undeploy: { method: 'PUT', path: 'models/{id}/undeploy' },
  deployment: { method: 'GET', path: 'models/{id}/deployment' },
  setTag: { method: 'PUT', path: 'models/{id}/tags/{tagId}' },
  removeTag: { method: 'DELETE', path: 'models/{id}/tags/{tagId}' },
} as const satisfies Routes

export const firstSteps = {
  get: { method: 'GET', path: 'first-steps' },
} as const satisfies Routes

export const answers = {
  ask: { method: 'POST', path: 'models/{id}/prompt' },
  stream: { method: 'POST', path: 'prompts/{id}/stream', reply: 'events' },
  readFile: { method: 'POST', path: 'prompts/files' },
  readText: { method: 'POST', path: 'prompts/files/text', reply: 'events' },
  resume: { method: 'GET', path: 'prompts/streams/{id}', reply: 'events' },
  stop: { method: 'DELETE', path: 'prompts/streams/{id}' },
} as const satisfies Routes

export const proposals = {
  list: { method: 'GET', path: 'tools/prompts/proposals' },
  shuffle: { method: 'GET', path: 'tools/prompts/shuffle/{count}' },
} as const satisfies Routes

export const notifications = {
  subscribe: { method: 'GET', path: 'notifications/{id}/subscribe', reply: 'events' },
  list: { method: 'GET', path: 'notifications/{userId}' },
  markAll: { method: 'PUT', path: 'notifications/{userId}' },
  mark: { method: 'PUT', path: 'notifications/{userId}/{id}' },
  seeEnd: { method: 'POST', path: 'notifications/{userId}/ends' },
  remove: { method: 'DELETE', path: 'notifications/{userId}/{id}' },
} as const satisfies Routes

export const chatbots = {
  list: { method: 'GET', path: 'users/{id}/chatbots' },
  create: { method: 'POST', path: 'chatbots' },
  assistant: { method: 'POST', path: 'assistant/sessions' },
  get: { method: 'GET', path: 'chatbots/{id}' },
  update: { method: 'PUT', path: 'chatbots/{id}' },
  remove: { method: 'DELETE', path: 'chatbots/{id}' },
  renewKeys: { method: 'POST', path: 'chatbots/{id}/keys' },
  preview: { method: 'POST', path: 'chatbots/{id}/preview' },
  inbox: { method: 'GET', path: 'chatbots/{id}/inbox' },
  openInChat: { method: 'POST', path: 'chatbots/{id}/inbox/{messageId}/chat' },
  settle: { method: 'DELETE', path: 'chatbots/{id}/inbox/{messageId}' },
  usage: { method: 'GET', path: 'chatbots/{id}/usage' },
} as const satisfies Routes

export const tools = {
  health: { method: 'GET', path: 'health', admits: ['open'], reply: 'raw' },
  ready: { method: 'GET', path: 'ready', admits: ['open'], reply: 'raw' },
  openApi: { method: 'GET', path: 'openapi.json', admits: ['open'], reply: 'raw' },
  openApiText: { method: 'GET', path: 'tools/api/yamlasjson', admits: ['open'] },
  viewer: { method: 'GET', path: 'spec.html', admits: ['open'], reply: 'document' },
} as const satisfies Routes
