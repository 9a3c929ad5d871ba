// The routes of all calls: the contract without schemas, for code that calls and does not validate.

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The route of one call. */
export interface Route {
  readonly method: Method
  /** Below the API root, with parameters in braces: `projects/{id}/tabs`. */
  readonly path: string
  /** Whether the call needs a signed-in user. The service decides what the user can see. */
  readonly door: 'open' | 'signed-in'
  /**
   * Form of the response. envelope (the default): messageContent.meta/data · raw: the data as it is · events: an event
   * stream · binary: bytes with a media type · document: text of another media type.
   */
  readonly reply?: 'envelope' | 'raw' | 'events' | 'binary' | 'document'
}

export const API_ROOT = '/api/v1'

export const routes = {
  auth: {
    authenticate: { method: 'POST', path: 'auth/authenticate', door: 'open' },
    refresh: { method: 'POST', path: 'auth/refresh', door: 'open' },
    register: { method: 'POST', path: 'auth/register', door: 'open' },
    ssoState: { method: 'GET', path: 'auth/sso', door: 'open' },
    ssoBegin: { method: 'POST', path: 'auth/sso/begin', door: 'open' },
    ssoFinish: { method: 'POST', path: 'auth/sso/finish', door: 'open' },
    changePassword: { method: 'POST', path: 'users/{id}/password', door: 'signed-in' },
    sessions: { method: 'GET', path: 'users/{id}/sessions', door: 'signed-in' },
    endSession: { method: 'DELETE', path: 'users/{id}/sessions/{sessionId}', door: 'signed-in' },
    endSessions: { method: 'DELETE', path: 'users/{id}/sessions', door: 'signed-in' },
    logout: { method: 'GET', path: 'auth/logout', door: 'signed-in' },
    setUpState: { method: 'GET', path: 'setup', door: 'open' },
    setUp: { method: 'POST', path: 'setup', door: 'open' },
  },
  users: {
    list: { method: 'GET', path: 'users', door: 'signed-in' },
    create: { method: 'POST', path: 'users', door: 'signed-in' },
    update: { method: 'PUT', path: 'users/{id}', door: 'signed-in' },
    belongings: { method: 'GET', path: 'users/{id}/belongings', door: 'signed-in' },
    remove: { method: 'DELETE', path: 'users/{id}', door: 'signed-in' },
    picture: { method: 'GET', path: 'users/{id}/profilepic', door: 'signed-in' },
    pictureBytes: { method: 'GET', path: 'users/{id}/profilepic/base64', door: 'signed-in' },
    setPicture: { method: 'POST', path: 'users/{id}/profilepic', door: 'signed-in' },
    removePicture: { method: 'DELETE', path: 'users/{id}/profilepic', door: 'signed-in' },
    license: { method: 'GET', path: 'users/{id}/license', door: 'signed-in' },
    get: { method: 'GET', path: 'users/{id}', door: 'signed-in' },
    permissions: { method: 'GET', path: 'users/{id}/permissions', door: 'signed-in' },
  },
  usage: {
    ofUser: { method: 'GET', path: 'users/{id}/usage', door: 'signed-in' },
  },
  contexts: {
    types: { method: 'GET', path: 'contexts/types', door: 'signed-in' },
    search: { method: 'GET', path: 'contexts', door: 'signed-in' },
    list: { method: 'GET', path: 'contexts/{id}', door: 'signed-in' },
    members: { method: 'GET', path: 'contexts/{id}/members', door: 'signed-in' },
    create: { method: 'POST', path: 'contexts', door: 'signed-in' },
    update: { method: 'PUT', path: 'contexts/{id}', door: 'signed-in' },
    setMember: { method: 'PUT', path: 'contexts/{id}/{assocContextId}', door: 'signed-in' },
    removeMember: { method: 'DELETE', path: 'contexts/{id}/{assocContextId}', door: 'signed-in' },
    remove: { method: 'DELETE', path: 'contexts/{id}', door: 'signed-in' },
  },
  settings: {
    kinds: { method: 'GET', path: 'users/settings', door: 'signed-in' },
    list: { method: 'GET', path: 'users/{id}/settings', door: 'signed-in' },
    setById: { method: 'PUT', path: 'users/{id}/setting', door: 'signed-in' },
    setByName: { method: 'PUT', path: 'settings/{id}/setting', door: 'signed-in' },
  },
  projects: {
    list: { method: 'GET', path: 'users/{id}/projects', door: 'signed-in' },
    create: { method: 'POST', path: 'projects', door: 'signed-in' },
    ensureDefault: { method: 'POST', path: 'users/{id}/projects/default', door: 'signed-in' },
    import: { method: 'POST', path: 'projects/import', door: 'signed-in' },
    get: { method: 'GET', path: 'projects/{id}', door: 'signed-in' },
    update: { method: 'PUT', path: 'projects/{id}', door: 'signed-in' },
    remove: { method: 'DELETE', path: 'projects/{id}', door: 'signed-in' },
  },
  presence: {
    update: { method: 'PUT', path: 'projects/{id}/presence/{visitId}', door: 'signed-in' },
    remove: { method: 'DELETE', path: 'projects/{id}/presence/{visitId}', door: 'signed-in' },
  },
  tabs: {
    list: { method: 'GET', path: 'projects/{id}/tabs', door: 'signed-in' },
    create: { method: 'POST', path: 'projects/{id}/tabs', door: 'signed-in' },
    order: { method: 'PUT', path: 'projects/{id}/tabs/order', door: 'signed-in' },
    get: { method: 'GET', path: 'projects/tabs/{id}', door: 'signed-in' },
    move: { method: 'PUT', path: 'projects/tabs/{id}/project', door: 'signed-in' },
    copy: { method: 'POST', path: 'projects/tabs/{id}/copy', door: 'signed-in' },
    update: { method: 'PUT', path: 'projects/tabs/{id}', door: 'signed-in' },
    remove: { method: 'DELETE', path: 'projects/tabs/{id}', door: 'signed-in' },
  },
  custinsts: {
    list: { method: 'GET', path: 'custinsts', door: 'signed-in' },
    get: { method: 'GET', path: 'custinsts/{id}', door: 'signed-in' },
    create: { method: 'POST', path: 'custinsts', door: 'signed-in' },
    update: { method: 'PUT', path: 'custinsts/{id}', door: 'signed-in' },
    like: { method: 'PUT', path: 'custinsts/{id}/like', door: 'signed-in' },
    remove: { method: 'DELETE', path: 'custinsts/{id}', door: 'signed-in' },
  },
  queries: {
    list: { method: 'GET', path: 'queries/{id}/queries', door: 'signed-in' },
    history: { method: 'GET', path: 'queries', door: 'signed-in' },
    comparisons: { method: 'GET', path: 'queries/compared', door: 'signed-in' },
    compared: { method: 'GET', path: 'queries/compared/{compareId}', door: 'signed-in' },
    remove: { method: 'DELETE', path: 'queries/{id}', door: 'signed-in' },
    rate: { method: 'PUT', path: 'queries/{id}/rating', door: 'signed-in' },
    attachment: {
      method: 'GET',
      path: 'queries/{id}/attachments/{index}',
      door: 'signed-in',
      reply: 'binary',
    },
  },
  models: {
    list: { method: 'GET', path: 'models', door: 'signed-in' },
    promptOptions: { method: 'GET', path: 'models/promptoptions', door: 'signed-in' },
    awaited: { method: 'GET', path: 'models/awaited', door: 'signed-in' },
    get: { method: 'GET', path: 'models/{id}', door: 'signed-in' },
    tags: { method: 'GET', path: 'models/{id}/tags', door: 'signed-in' },
    activate: { method: 'PUT', path: 'models/{id}/activate', door: 'signed-in' },
    deactivate: { method: 'PUT', path: 'models/{id}/deactivate', door: 'signed-in' },
    sort: { method: 'POST', path: 'models/sort', door: 'signed-in' },
    catalogue: { method: 'GET', path: 'models/catalogue', door: 'signed-in' },
    add: { method: 'POST', path: 'models', door: 'signed-in' },
    deploy: { method: 'PUT', path: 'models/{id}/deploy', door: 'signed-in' },
    undeploy: { method: 'PUT', path: 'models/{id}/undeploy', door: 'signed-in' },
    deployment: { method: 'GET', path: 'models/{id}/deployment', door: 'signed-in' },
    setTag: { method: 'PUT', path: 'models/{id}/tags/{tagId}', door: 'signed-in' },
    removeTag: { method: 'DELETE', path: 'models/{id}/tags/{tagId}', door: 'signed-in' },
  },
  providers: {
    list: { method: 'GET', path: 'providers', door: 'signed-in' },
    get: { method: 'GET', path: 'providers/{id}', door: 'signed-in' },
    create: { method: 'POST', path: 'providers', door: 'signed-in' },
    update: { method: 'PUT', path: 'providers/{id}', door: 'signed-in' },
    remove: { method: 'DELETE', path: 'providers/{id}', door: 'signed-in' },
    find: { method: 'POST', path: 'providers/find', door: 'signed-in' },
    test: { method: 'POST', path: 'providers/test', door: 'signed-in' },
  },
  firstSteps: {
    get: { method: 'GET', path: 'first-steps', door: 'signed-in' },
  },
  answers: {
    ask: { method: 'POST', path: 'models/{id}/prompt', door: 'signed-in' },
    stream: { method: 'POST', path: 'prompts/{id}/stream', door: 'signed-in', reply: 'events' },
    resume: { method: 'GET', path: 'prompts/streams/{id}', door: 'signed-in', reply: 'events' },
    stop: { method: 'DELETE', path: 'prompts/streams/{id}', door: 'signed-in' },
  },
  replays: {
    create: { method: 'POST', path: 'prompts/replay', door: 'signed-in' },
    get: { method: 'GET', path: 'projects/tabs/{id}/replay', door: 'signed-in' },
    cancel: { method: 'DELETE', path: 'projects/tabs/{id}/replay', door: 'signed-in' },
  },
  proposals: {
    list: { method: 'GET', path: 'tools/prompts/proposals', door: 'signed-in' },
    shuffle: { method: 'GET', path: 'tools/prompts/shuffle/{count}', door: 'signed-in' },
  },
  search: {
    find: { method: 'GET', path: 'search', door: 'signed-in' },
  },
  notifications: {
    subscribe: { method: 'GET', path: 'notifications/{id}/subscribe', door: 'signed-in', reply: 'events' },
  },
  apitokens: {
    own: { method: 'GET', path: 'apitokens/users', door: 'signed-in' },
    ofTheCompany: { method: 'GET', path: 'apitokens/companies', door: 'signed-in' },
    listOfUser: { method: 'GET', path: 'users/{userId}/apitokens', door: 'signed-in' },
    getOfUser: { method: 'GET', path: 'users/{userId}/apitokens/{id}', door: 'signed-in' },
    saveOfUser: { method: 'POST', path: 'users/{userId}/apitokens', door: 'signed-in' },
    removeOfUser: { method: 'DELETE', path: 'users/{userId}/apitokens/{id}', door: 'signed-in' },
    listOfCompany: { method: 'GET', path: 'companies/{companyId}/apitokens', door: 'signed-in' },
    getOfCompany: { method: 'GET', path: 'companies/{companyId}/apitokens/{id}', door: 'signed-in' },
    saveOfCompany: { method: 'POST', path: 'companies/{companyId}/apitokens', door: 'signed-in' },
    removeOfCompany: { method: 'DELETE', path: 'companies/{companyId}/apitokens/{id}', door: 'signed-in' },
  },
  audit: {
    list: { method: 'GET', path: 'audit', door: 'signed-in' },
    export: { method: 'GET', path: 'audit/export', door: 'signed-in', reply: 'binary' },
  },
  tools: {
    health: { method: 'GET', path: 'health', door: 'open', reply: 'raw' },
    openApi: { method: 'GET', path: 'openapi.json', door: 'open', reply: 'raw' },
    openApiText: { method: 'GET', path: 'tools/api/yamlasjson', door: 'open' },
    viewer: { method: 'GET', path: 'spec.html', door: 'open', reply: 'document' },
  },
} as const satisfies Record<string, Record<string, Route>>
