// The routes of all calls: the contract without schemas, for code that calls and does not validate.

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The route of one call. */
export interface Route {
  readonly method: Method
  /** Below the API root, with parameters in braces: `projects/{id}/tabs`. */
  readonly path: string
  /** Whether the call needs a signed-in user. The service decides what the user can see. */
  readonly access: 'open' | 'signed-in'
  /**
   * Form of the response. envelope (the default): messageContent.meta/data · raw: the data as it is · events: an event
   * stream · binary: bytes with a media type · document: text of another media type.
   */
  readonly reply?: 'envelope' | 'raw' | 'events' | 'binary' | 'document'
}

export const API_ROOT = '/api/v1'

export const routes = {
  auth: {
    authenticate: { method: 'POST', path: 'auth/authenticate', access: 'open' },
    refresh: { method: 'POST', path: 'auth/refresh', access: 'open' },
    register: { method: 'POST', path: 'auth/register', access: 'open' },
    ssoState: { method: 'GET', path: 'auth/sso', access: 'open' },
    ssoBegin: { method: 'POST', path: 'auth/sso/begin', access: 'open' },
    ssoFinish: { method: 'POST', path: 'auth/sso/finish', access: 'open' },
    changePassword: { method: 'POST', path: 'users/{id}/password', access: 'signed-in' },
    sessions: { method: 'GET', path: 'users/{id}/sessions', access: 'signed-in' },
    endSession: { method: 'DELETE', path: 'users/{id}/sessions/{sessionId}', access: 'signed-in' },
    endSessions: { method: 'DELETE', path: 'users/{id}/sessions', access: 'signed-in' },
    logout: { method: 'GET', path: 'auth/logout', access: 'signed-in' },
    setUpState: { method: 'GET', path: 'setup', access: 'open' },
    setUp: { method: 'POST', path: 'setup', access: 'open' },
  },
  users: {
    list: { method: 'GET', path: 'users', access: 'signed-in' },
    create: { method: 'POST', path: 'users', access: 'signed-in' },
    update: { method: 'PUT', path: 'users/{id}', access: 'signed-in' },
    belongings: { method: 'GET', path: 'users/{id}/belongings', access: 'signed-in' },
    remove: { method: 'DELETE', path: 'users/{id}', access: 'signed-in' },
    picture: { method: 'GET', path: 'users/{id}/profilepic', access: 'signed-in' },
    pictureBytes: { method: 'GET', path: 'users/{id}/profilepic/base64', access: 'signed-in' },
    setPicture: { method: 'POST', path: 'users/{id}/profilepic', access: 'signed-in' },
    removePicture: { method: 'DELETE', path: 'users/{id}/profilepic', access: 'signed-in' },
    license: { method: 'GET', path: 'users/{id}/license', access: 'signed-in' },
    get: { method: 'GET', path: 'users/{id}', access: 'signed-in' },
    permissions: { method: 'GET', path: 'users/{id}/permissions', access: 'signed-in' },
  },
  usage: {
    ofUser: { method: 'GET', path: 'users/{id}/usage', access: 'signed-in' },
  },
  contexts: {
    types: { method: 'GET', path: 'contexts/types', access: 'signed-in' },
    search: { method: 'GET', path: 'contexts', access: 'signed-in' },
    list: { method: 'GET', path: 'contexts/{id}', access: 'signed-in' },
    members: { method: 'GET', path: 'contexts/{id}/members', access: 'signed-in' },
    create: { method: 'POST', path: 'contexts', access: 'signed-in' },
    update: { method: 'PUT', path: 'contexts/{id}', access: 'signed-in' },
    setMember: { method: 'PUT', path: 'contexts/{id}/{assocContextId}', access: 'signed-in' },
    removeMember: { method: 'DELETE', path: 'contexts/{id}/{assocContextId}', access: 'signed-in' },
    remove: { method: 'DELETE', path: 'contexts/{id}', access: 'signed-in' },
  },
  publications: {
    list: { method: 'GET', path: 'publications', access: 'signed-in' },
    ofItem: { method: 'GET', path: 'contexts/{id}/publications', access: 'signed-in' },
    get: { method: 'GET', path: 'publications/{id}', access: 'signed-in' },
    approve: { method: 'PUT', path: 'publications/{id}/approve', access: 'signed-in' },
    decline: { method: 'PUT', path: 'publications/{id}/decline', access: 'signed-in' },
    remove: { method: 'DELETE', path: 'publications/{id}', access: 'signed-in' },
  },
  settings: {
    kinds: { method: 'GET', path: 'users/settings', access: 'signed-in' },
    list: { method: 'GET', path: 'users/{id}/settings', access: 'signed-in' },
    setById: { method: 'PUT', path: 'users/{id}/setting', access: 'signed-in' },
    setByName: { method: 'PUT', path: 'settings/{id}/setting', access: 'signed-in' },
  },
  projects: {
    list: { method: 'GET', path: 'users/{id}/projects', access: 'signed-in' },
    create: { method: 'POST', path: 'projects', access: 'signed-in' },
    ensureDefault: { method: 'POST', path: 'users/{id}/projects/default', access: 'signed-in' },
    import: { method: 'POST', path: 'projects/import', access: 'signed-in' },
    get: { method: 'GET', path: 'projects/{id}', access: 'signed-in' },
    update: { method: 'PUT', path: 'projects/{id}', access: 'signed-in' },
    remove: { method: 'DELETE', path: 'projects/{id}', access: 'signed-in' },
  },
  presence: {
    update: { method: 'PUT', path: 'projects/{id}/presence/{visitId}', access: 'signed-in' },
    remove: { method: 'DELETE', path: 'projects/{id}/presence/{visitId}', access: 'signed-in' },
  },
  tabs: {
    list: { method: 'GET', path: 'projects/{id}/tabs', access: 'signed-in' },
    create: { method: 'POST', path: 'projects/{id}/tabs', access: 'signed-in' },
    order: { method: 'PUT', path: 'projects/{id}/tabs/order', access: 'signed-in' },
    get: { method: 'GET', path: 'projects/tabs/{id}', access: 'signed-in' },
    move: { method: 'PUT', path: 'projects/tabs/{id}/project', access: 'signed-in' },
    copy: { method: 'POST', path: 'projects/tabs/{id}/copy', access: 'signed-in' },
    update: { method: 'PUT', path: 'projects/tabs/{id}', access: 'signed-in' },
    remove: { method: 'DELETE', path: 'projects/tabs/{id}', access: 'signed-in' },
  },
  custinsts: {
    list: { method: 'GET', path: 'custinsts', access: 'signed-in' },
    get: { method: 'GET', path: 'custinsts/{id}', access: 'signed-in' },
    create: { method: 'POST', path: 'custinsts', access: 'signed-in' },
    update: { method: 'PUT', path: 'custinsts/{id}', access: 'signed-in' },
    like: { method: 'PUT', path: 'custinsts/{id}/like', access: 'signed-in' },
    remove: { method: 'DELETE', path: 'custinsts/{id}', access: 'signed-in' },
  },
  prompts: {
    list: { method: 'GET', path: 'prompts', access: 'signed-in' },
    get: { method: 'GET', path: 'prompts/{id}', access: 'signed-in' },
    create: { method: 'POST', path: 'prompts', access: 'signed-in' },
    update: { method: 'PUT', path: 'prompts/{id}', access: 'signed-in' },
    like: { method: 'PUT', path: 'prompts/{id}/like', access: 'signed-in' },
    versions: { method: 'GET', path: 'prompts/{id}/versions', access: 'signed-in' },
    remove: { method: 'DELETE', path: 'prompts/{id}', access: 'signed-in' },
    outputs: { method: 'GET', path: 'promptoutputs', access: 'signed-in' },
    contexts: { method: 'GET', path: 'promptcontexts', access: 'signed-in' },
  },
  goldensets: {
    list: { method: 'GET', path: 'goldensets', access: 'signed-in' },
    scorecards: { method: 'GET', path: 'goldensets/scorecards', access: 'signed-in' },
    get: { method: 'GET', path: 'goldensets/{id}', access: 'signed-in' },
    create: { method: 'POST', path: 'goldensets', access: 'signed-in' },
    update: { method: 'PUT', path: 'goldensets/{id}', access: 'signed-in' },
    remove: { method: 'DELETE', path: 'goldensets/{id}', access: 'signed-in' },
    runs: { method: 'GET', path: 'goldensets/{id}/runs', access: 'signed-in' },
    begin: { method: 'POST', path: 'goldensets/{id}/runs', access: 'signed-in' },
    run: { method: 'GET', path: 'goldensets/{id}/runs/{runId}', access: 'signed-in' },
    results: { method: 'GET', path: 'goldensets/{id}/runs/{runId}/results', access: 'signed-in' },
    cancel: { method: 'DELETE', path: 'goldensets/{id}/runs/{runId}', access: 'signed-in' },
    retry: { method: 'POST', path: 'goldensets/{id}/runs/{runId}/retry', access: 'signed-in' },
    pair: { method: 'POST', path: 'goldensets/{id}/runs/{runId}/votes', access: 'signed-in' },
    vote: { method: 'PUT', path: 'goldensets/{id}/runs/{runId}/votes/{voteId}', access: 'signed-in' },
  },
  datasources: {
    list: { method: 'GET', path: 'datasources', access: 'signed-in' },
    get: { method: 'GET', path: 'datasources/{id}', access: 'signed-in' },
    create: { method: 'POST', path: 'datasources', access: 'signed-in' },
    update: { method: 'PUT', path: 'datasources/{id}', access: 'signed-in' },
    remove: { method: 'DELETE', path: 'datasources/{id}', access: 'signed-in' },
    search: { method: 'POST', path: 'datasources/{id}/search', access: 'signed-in' },
    labels: { method: 'GET', path: 'datasourcelabels', access: 'signed-in' },
  },
  vectors: {
    get: { method: 'GET', path: 'vectors', access: 'signed-in' },
    update: { method: 'PUT', path: 'vectors', access: 'signed-in' },
  },
  media: {
    begin: { method: 'POST', path: 'datasources/{id}/media', access: 'signed-in' },
    append: { method: 'PUT', path: 'media/{id}/pieces', access: 'signed-in' },
    get: { method: 'GET', path: 'media/{id}', access: 'signed-in' },
    text: { method: 'GET', path: 'media/{id}/text', access: 'signed-in' },
    cut: { method: 'POST', path: 'media/{id}/chunks', access: 'signed-in' },
    base64: { method: 'GET', path: 'media/{id}/base64', access: 'signed-in' },
    binary: { method: 'GET', path: 'media/{id}/binary', access: 'signed-in', reply: 'binary' },
    index: { method: 'POST', path: 'media/{id}/index', access: 'signed-in' },
    remove: { method: 'DELETE', path: 'media/{id}', access: 'signed-in' },
  },
  testQuestions: {
    list: { method: 'GET', path: 'datasources/{id}/questions', access: 'signed-in' },
    create: { method: 'POST', path: 'datasources/{id}/questions', access: 'signed-in' },
    update: { method: 'PUT', path: 'datasources/{id}/questions/{questionId}', access: 'signed-in' },
    remove: { method: 'DELETE', path: 'datasources/{id}/questions/{questionId}', access: 'signed-in' },
    runs: { method: 'GET', path: 'datasources/{id}/testruns', access: 'signed-in' },
    run: { method: 'POST', path: 'datasources/{id}/testruns', access: 'signed-in' },
  },
  unanswered: {
    list: { method: 'GET', path: 'datasources/{id}/unanswered', access: 'signed-in' },
    report: { method: 'POST', path: 'datasources/{id}/unanswered', access: 'signed-in' },
    dismiss: { method: 'DELETE', path: 'datasources/{id}/unanswered/{questionId}', access: 'signed-in' },
  },
  labels: {
    categories: { method: 'GET', path: 'categories', access: 'signed-in' },
    createCategory: { method: 'POST', path: 'categories', access: 'signed-in' },
    tags: { method: 'GET', path: 'tags', access: 'signed-in' },
    createTag: { method: 'POST', path: 'tags', access: 'signed-in' },
  },
  ideas: {
    list: { method: 'GET', path: 'ideas', access: 'signed-in' },
    create: { method: 'POST', path: 'ideas', access: 'signed-in' },
    update: { method: 'PUT', path: 'ideas/{id}', access: 'signed-in' },
    remove: { method: 'DELETE', path: 'ideas/{id}', access: 'signed-in' },
  },
  queries: {
    list: { method: 'GET', path: 'queries/{id}/queries', access: 'signed-in' },
    history: { method: 'GET', path: 'queries', access: 'signed-in' },
    comparisons: { method: 'GET', path: 'queries/compared', access: 'signed-in' },
    compared: { method: 'GET', path: 'queries/compared/{compareId}', access: 'signed-in' },
    remove: { method: 'DELETE', path: 'queries/{id}', access: 'signed-in' },
    rate: { method: 'PUT', path: 'queries/{id}/rating', access: 'signed-in' },
    attachment: {
      method: 'GET',
      path: 'queries/{id}/attachments/{index}',
      access: 'signed-in',
      reply: 'binary',
    },
  },
  models: {
    list: { method: 'GET', path: 'models', access: 'signed-in' },
    promptOptions: { method: 'GET', path: 'models/promptoptions', access: 'signed-in' },
    awaited: { method: 'GET', path: 'models/awaited', access: 'signed-in' },
    get: { method: 'GET', path: 'models/{id}', access: 'signed-in' },
    tags: { method: 'GET', path: 'models/{id}/tags', access: 'signed-in' },
    activate: { method: 'PUT', path: 'models/{id}/activate', access: 'signed-in' },
    deactivate: { method: 'PUT', path: 'models/{id}/deactivate', access: 'signed-in' },
    sort: { method: 'POST', path: 'models/sort', access: 'signed-in' },
    catalogue: { method: 'GET', path: 'models/catalogue', access: 'signed-in' },
    add: { method: 'POST', path: 'models', access: 'signed-in' },
    deploy: { method: 'PUT', path: 'models/{id}/deploy', access: 'signed-in' },
    undeploy: { method: 'PUT', path: 'models/{id}/undeploy', access: 'signed-in' },
    deployment: { method: 'GET', path: 'models/{id}/deployment', access: 'signed-in' },
    setTag: { method: 'PUT', path: 'models/{id}/tags/{tagId}', access: 'signed-in' },
    removeTag: { method: 'DELETE', path: 'models/{id}/tags/{tagId}', access: 'signed-in' },
  },
  providers: {
    list: { method: 'GET', path: 'providers', access: 'signed-in' },
    get: { method: 'GET', path: 'providers/{id}', access: 'signed-in' },
    create: { method: 'POST', path: 'providers', access: 'signed-in' },
    update: { method: 'PUT', path: 'providers/{id}', access: 'signed-in' },
    remove: { method: 'DELETE', path: 'providers/{id}', access: 'signed-in' },
    find: { method: 'POST', path: 'providers/find', access: 'signed-in' },
    test: { method: 'POST', path: 'providers/test', access: 'signed-in' },
  },
  firstSteps: {
    get: { method: 'GET', path: 'first-steps', access: 'signed-in' },
  },
  answers: {
    ask: { method: 'POST', path: 'models/{id}/prompt', access: 'signed-in' },
    stream: { method: 'POST', path: 'prompts/{id}/stream', access: 'signed-in', reply: 'events' },
    resume: { method: 'GET', path: 'prompts/streams/{id}', access: 'signed-in', reply: 'events' },
    stop: { method: 'DELETE', path: 'prompts/streams/{id}', access: 'signed-in' },
  },
  replays: {
    create: { method: 'POST', path: 'prompts/replay', access: 'signed-in' },
    get: { method: 'GET', path: 'projects/tabs/{id}/replay', access: 'signed-in' },
    cancel: { method: 'DELETE', path: 'projects/tabs/{id}/replay', access: 'signed-in' },
  },
  proposals: {
    list: { method: 'GET', path: 'tools/prompts/proposals', access: 'signed-in' },
    shuffle: { method: 'GET', path: 'tools/prompts/shuffle/{count}', access: 'signed-in' },
  },
  translate: {
    text: { method: 'POST', path: 'tools/translate/text', access: 'signed-in' },
    langs: { method: 'GET', path: 'tools/translate/langs', access: 'signed-in' },
  },
  search: {
    find: { method: 'GET', path: 'search', access: 'signed-in' },
  },
  notifications: {
    subscribe: { method: 'GET', path: 'notifications/{id}/subscribe', access: 'signed-in', reply: 'events' },
  },
  apitokens: {
    own: { method: 'GET', path: 'apitokens/users', access: 'signed-in' },
    ofTheCompany: { method: 'GET', path: 'apitokens/companies', access: 'signed-in' },
    listOfUser: { method: 'GET', path: 'users/{userId}/apitokens', access: 'signed-in' },
    getOfUser: { method: 'GET', path: 'users/{userId}/apitokens/{id}', access: 'signed-in' },
    saveOfUser: { method: 'POST', path: 'users/{userId}/apitokens', access: 'signed-in' },
    removeOfUser: { method: 'DELETE', path: 'users/{userId}/apitokens/{id}', access: 'signed-in' },
    listOfCompany: { method: 'GET', path: 'companies/{companyId}/apitokens', access: 'signed-in' },
    getOfCompany: { method: 'GET', path: 'companies/{companyId}/apitokens/{id}', access: 'signed-in' },
    saveOfCompany: { method: 'POST', path: 'companies/{companyId}/apitokens', access: 'signed-in' },
    removeOfCompany: { method: 'DELETE', path: 'companies/{companyId}/apitokens/{id}', access: 'signed-in' },
  },
  audit: {
    list: { method: 'GET', path: 'audit', access: 'signed-in' },
    export: { method: 'GET', path: 'audit/export', access: 'signed-in', reply: 'binary' },
  },
  tools: {
    health: { method: 'GET', path: 'health', access: 'open', reply: 'raw' },
    openApi: { method: 'GET', path: 'openapi.json', access: 'open', reply: 'raw' },
    openApiText: { method: 'GET', path: 'tools/api/yamlasjson', access: 'open' },
    viewer: { method: 'GET', path: 'spec.html', access: 'open', reply: 'document' },
  },
} as const satisfies Record<string, Record<string, Route>>
