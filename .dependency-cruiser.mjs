// Who may import whom (ARCHITECTURE.md, "Directions"). Every rule is an error and there is no list of
// exceptions: code that does not fit is moved, or the architecture is changed first.

import { readdirSync } from 'node:fs'

const test = '\\.test\\.tsx?$|\\.contract\\.ts$'
const ground = '^apps/server/src/(platform|access|engines|http)/'
const composition =
  '^apps/server/src/(app|feature|main|start|background|command|backup|restore|model-engines|open-[a-z-]+)\\.ts$'
const feature = '^apps/server/src/features/([^/]+)/'
const browserValues =
  'calls|calls-first|calls-later|route|routes-first|routes-later|announcement-limits|audit-actions|branding-limits|chatbot-limits|configuration-groups|context-types|custinst-scopes|placeholders|prompt-limits|cut-text|file-names|datasource-limits|file-types|deployment-states|golden-limits|idea-limits|limits|live|names|notification-kinds|own-hosts|option-kinds|people-filters|permissions|plugins|plugin-scopes|problems|publication-limits|share-limits|stored-keys|stream'
const packageNamed = (...names) => `node_modules/(${names.join('|')})(/|$)`

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const wires = [
  forbid(
    'contract-depends-on-zod-alone',
    'What crosses a wire is described without anything of either side.',
    { path: '^packages/contract/', pathNot: test },
    { pathNot: ['^packages/contract/', packageNamed('zod')] },
  ),
  forbid(
    'browsers-load-no-schemas',
    'The server validates. Of the contract a page and the widget import values from @polylogue/contract/browser and types from all of it.',
    { path: '^(apps/(web|widget)|packages/client)/src/', pathNot: test },
    {
      path: '^packages/contract/src/',
      pathNot: '^packages/contract/src/browser\\.ts$',
      dependencyTypesNot: ['type-only'],
    },
  ),
  forbid(
    'browser-values-need-no-schemas',
    'Zod would be 55 kB more for every page: what browser.ts exports imports nothing else.',
    { path: `^packages/contract/src/(browser|${browserValues})\\.ts$` },
    { pathNot: `^packages/contract/src/(${browserValues})\\.ts$`, dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'client-knows-the-contract-alone',
    'The client runs in the web app, the widget and tests: no framework.',
    { path: '^packages/client/', pathNot: test },
    { pathNot: ['^packages/(client|contract)/', packageNamed('eventsource-parser')] },
  ),
  forbid(
    'retrieval-is-pure',
    'Words, index and ranking know no server: what they need is passed in, and what they return is plain data.',
    { path: '^packages/retrieval/', pathNot: test },
    { pathNot: ['^packages/retrieval/', '^crypto$', packageNamed('@orama/stemmers')] },
  ),
  forbid(
    'packages-know-no-app',
    'A package serves two apps and knows neither.',
    { path: '^packages/' },
    { path: '^(apps|e2e)/' },
  ),
  forbid(
    'apps-never-meet',
    'What two apps need is a package.',
    { path: '^apps/([^/]+)/' },
    { path: '^apps/', pathNot: '^apps/$1/' },
  ),
  forbid(
    'widget-is-client-and-fold',
    'The widget stands in pages of others and stays small: of the contract it has the fold of an answer, and types.',
    { path: '^apps/widget/src/', pathNot: test },
    { pathNot: ['^apps/widget/', '^packages/(client|contract)/'] },
  ),
  forbid(
    'widget-loads-the-rest-later',
    'What a widget loads with its first question is a second script: the first one knows only its types.',
    { path: '^apps/widget/src/[^/]+$', pathNot: test },
    { path: '^apps/widget/src/more/', dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'browser-tests-know-the-product-from-outside',
    'They start it and speak to it, to a scripted model server, a translation server and an identity provider, in a temporary folder of their own; they see none of its sources.',
    { path: '^e2e/' },
    {
      path: '^apps/',
      pathNot:
        '^apps/server/test/((product|identity-provider|temporary-folder|translation-server)\\.ts$|model-server/)',
    },
  ),
  forbid(
    'demo-knows-the-product-from-outside',
    'It fills the product through the API; its models are the scripted model server of the tests.',
    { path: '^demo/' },
    { path: '^apps/', pathNot: '^apps/server/test/model-server/' },
  ),
]

/** The folders inside features that have an index.ts: one that few files import needs none. */
function foldersWithIndex(features) {
  const folders = readdirSync(new URL(features, import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[^/]+\/[^/]+\/index\.ts$/.test(file))
    .map((file) => `^${features}/${file.slice(0, -'index.ts'.length)}`)
  if (folders.length === 0) throw new Error(`There are no folders with an index.ts in ${features}.`)
  return folders
}

const web = [
  forbid(
    'web-ground-knows-no-feature',
    'ui, lib and texts are below every feature.',
    { path: '^apps/web/src/(ui|lib|texts)/' },
    { path: '^apps/web/src/(features|app)/' },
  ),
  forbid(
    'web-feature-knows-no-composition',
    'The app composes features, not the reverse.',
    { path: '^apps/web/src/features/' },
    { path: '^apps/web/src/app/' },
  ),
  forbid(
    'web-feature-by-its-front-door',
    'Another feature is its index.ts, and keys.ts for the keys of its data in the query cache.',
    { path: '^apps/web/src/features/([^/]+)/' },
    {
      path: '^apps/web/src/features/',
      pathNot: ['^apps/web/src/features/$1/', '^apps/web/src/features/[^/]+/(index|keys)\\.tsx?$'],
    },
  ),
  forbid(
    'web-keys-import-nothing',
    'Features refresh each other’s data in both directions: keys stand below them all. Those of an item begin with the keys that every kind has.',
    { path: '^apps/web/src/features/[^/]+/keys\\.ts$' },
    { pathNot: '^apps/web/src/features/items/keys\\.ts$' },
  ),
  forbid(
    'web-folder-by-its-front-door',
    'A folder that has an index.ts is seen through it by the other folders of its feature. A lazy import names the one file that it loads; stylesheets may be shared.',
    { path: '^apps/web/src/features/([^/]+)/([^/]+)/', pathNot: test },
    {
      path: foldersWithIndex('apps/web/src/features'),
      pathNot: ['^apps/web/src/features/$1/$2/', '/index\\.tsx?$', '\\.css$'],
      dynamic: false,
    },
  ),
  forbid(
    'web-folder-with-a-front-door-from-above',
    'A folder that has an index.ts is seen through it by the files beside the folders, too.',
    { path: '^apps/web/src/features/([^/]+)/[^/]+$', pathNot: test },
    {
      path: foldersWithIndex('apps/web/src/features'),
      pathNot: ['/index\\.tsx?$', '\\.css$'],
      dynamic: false,
    },
  ),
  forbid(
    'web-runs-and-drafts-know-no-view',
    'The state of running answers and drafts is below what shows it (decision 124).',
    { path: '^apps/web/src/features/(runs|drafts)/' },
    { path: '^apps/web/src/features/', pathNot: ['^apps/web/src/features/(runs|drafts)/', '/keys\\.ts$'] },
  ),
  forbid(
    'web-speaks-to-the-server-through-lib',
    'One place knows how requests are made.',
    { path: '^apps/web/src/(features|ui)/', pathNot: test },
    { path: '^packages/client/' },
  ),
]

const server = [
  forbid(
    'ground-knows-no-feature',
    'The ground floor carries features and does not know them.',
    { path: ground, pathNot: test },
    { path: ['^apps/server/src/features/', composition] },
  ),
  forbid(
    'engines-know-their-interface',
    'An adapter is engine.ts, problem.ts and the guarded HTTP client.',
    { path: '^apps/server/src/engines/', pathNot: [test, '/test/'] },
    {
      path: '^(apps|packages)/',
      pathNot: [
        '^apps/server/src/engines/',
        '^apps/server/src/problem\\.ts$',
        '^apps/server/src/platform/outbound',
        '^packages/contract/',
      ],
    },
  ),
  forbid(
    'configuration-knows-the-ground-alone',
    'Engines and features receive checked values; the configuration looks at none of them.',
    { path: '^apps/server/src/config[a-z-]*\\.ts$' },
    {
      path: '^apps/',
      pathNot: [
        '^apps/server/src/config[a-z-]*\\.ts$',
        '^apps/server/src/platform/(machine-memory|outbound/allowed-hosts)\\.ts$',
      ],
    },
  ),
  forbid(
    'feature-by-its-front-door',
    'Another feature is its index.ts; a store may also read another feature’s table.ts.',
    { path: feature, pathNot: ['[/-](store|table)\\.ts$', test] },
    {
      path: '^apps/server/src/features/',
      pathNot: ['^apps/server/src/features/$1/', '^apps/server/src/features/[^/]+/index\\.ts$'],
    },
  ),
  forbid(
    'sub-folder-by-its-front-door',
    'A sub-folder that has an index.ts is seen through it by the others of its feature.',
    { path: '^apps/server/src/features/([^/]+)/([^/]+)/', pathNot: test },
    {
      path: foldersWithIndex('apps/server/src/features'),
      pathNot: ['^apps/server/src/features/$1/$2/', '/index\\.ts$'],
    },
  ),
  forbid(
    'feature-knows-its-sub-folders-by-their-front-door',
    'A sub-folder that has an index.ts is seen through it by the files beside it, too.',
    { path: '^apps/server/src/features/([^/]+)/[^/]+\\.ts$', pathNot: test },
    { path: foldersWithIndex('apps/server/src/features'), pathNot: '/index\\.ts$' },
  ),
  forbid(
    'store-reads-tables',
    'A store may read another feature’s table.ts, nothing else of it but its index.ts.',
    { path: '^apps/server/src/features/([^/]+).*[/-](?:store|table)\\.ts$' },
    {
      path: '^apps/server/src/features/',
      pathNot: [
        '^apps/server/src/features/$1/',
        '^apps/server/src/features/[^/]+/index\\.ts$',
        '^apps/server/src/features/.*[/-]table\\.ts$',
      ],
    },
  ),
  forbid(
    'feature-knows-no-composition',
    'The files that compose the server hand things out; nobody reaches for them.',
    { path: feature, pathNot: test },
    { path: composition },
  ),
  forbid(
    'routes-touch-no-store',
    'A route names one service call.',
    { path: '^apps/server/src/.*routes\\.ts$' },
    { path: '[/-](store|table)\\.ts$' },
  ),
  forbid(
    'rules-only-decide',
    'Pure decisions import nothing that acts.',
    { path: '/(rules|policy)\\.ts$' },
    { path: '/(store|service|routes|jobs|listeners)\\.ts$' },
  ),
  forbid(
    'sql-has-its-places',
    'SQL stands in store.ts, table.ts, platform/ and in the one access expression.',
    {
      path: '^apps/server/src/',
      pathNot: ['[/-](store|table)\\.ts$', '^apps/server/src/(platform|access)/', test],
    },
    { path: packageNamed('drizzle-orm', 'pg', '@electric-sql/[^/]+') },
  ),
  forbid(
    'fastify-has-its-place',
    'Only http/ and the process know Fastify.',
    { path: '^apps/server/src/', pathNot: ['^apps/server/src/(http/|main\\.ts$)', test] },
    { path: packageNamed('fastify', '@fastify/[^/]+') },
  ),
  forbid(
    'one-guarded-http-client',
    'Outbound requests go through platform/outbound.',
    { path: '^apps/server/src/', pathNot: ['^apps/server/src/platform/outbound', test] },
    { path: packageNamed('undici') },
  ),
  forbid(
    'jobs-have-one-engine',
    'pg-boss is known to platform/jobs.',
    { path: '^apps/server/src/', pathNot: ['^apps/server/src/platform/jobs', test] },
    { path: packageNamed('pg-boss') },
  ),
  forbid(
    'mail-has-one-way',
    'nodemailer is known to platform/mail, which loads it with the first connection.',
    { path: '^apps/server/src/', pathNot: ['^apps/server/src/platform/mail', test] },
    { path: packageNamed('nodemailer') },
  ),
  forbid(
    'connections-are-created-in-one-place',
    'A connection without an error handler ends the process when the database restarts: platform/db/connections.ts creates them all. Types are free.',
    {
      path: '^apps/server/src/',
      pathNot: ['^apps/server/src/platform/db/(connections|values)\\.ts$', test],
    },
    { path: packageNamed('pg'), dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'product-knows-no-test',
    'What runs imports nothing that tests.',
    { path: '^(apps|packages)/[^/]+/src/', pathNot: [test, '/test/'] },
    { path: ['\\.test\\.tsx?$', '^apps/server/test/', '^e2e/', packageNamed('vitest', 'fast-check')] },
  ),
]

const everywhere = [
  forbid(
    'no-cycles',
    'Type-only imports count: a circle of types is one thing in two files.',
    {},
    { circular: true },
  ),
  forbid(
    'nothing-unresolved',
    'An import of ours that leads nowhere hides what it would break. Packages are left to tsc and knip.',
    {},
    { couldNotResolve: true, path: '^(\\.|@polylogue/)' },
  ),
]

export default {
  forbidden: [...wires, ...web, ...server, ...everywhere],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Only ours: most packages resolve into a folder dist of their own.
    exclude: { path: '^apps/[^/]+/dist/' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}
