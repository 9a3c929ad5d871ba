// Site maps and folders of pages, whose pages are documents of a data source (decision 74).
import { z } from 'zod'
import { call } from './call.ts'
import { MEDIA_REASONS, SITE_KINDS, SITE_PAGES } from './datasource-limits.ts'
import { Id, Nothing, Time } from './envelope.ts'
import { Address, RefreshSchema } from './media.ts'
import { routes } from './routes.ts'

/** A site map, or the pages below an address. Its pages are documents with its id as `siteId`. */
export const DatasourceSite = z.object({
  id: z.number().int(),
  datasourceId: z.number().int(),
  kind: z.enum(SITE_KINDS),
  url: z.string(),
  /** Pages at most. */
  limit: z.number().int(),
  refresh: RefreshSchema,
  /** When the site map is fetched next, in the past while it waits for that; null for never and for folders. */
  due: Time.nullable(),
  /** When the site map was fetched last without an error, and why fetching it failed since then; null for folders. */
  checked: Time.nullable(),
  lastFailure: z.enum(MEDIA_REASONS).nullable(),
  created: Time,
})
export type DatasourceSite = z.infer<typeof DatasourceSite>

const Limit = z.number().int().min(SITE_PAGES.min).max(SITE_PAGES.max)
const ById = z.object({ id: Id })
const permission = 'can_use_datasources'
const data = z.object({ site: DatasourceSite })

export const sites = {
  list: call(routes.sites.list, {
    summary: 'The site maps and folders of pages of a data source',
    permission,
    params: ById,
    data: z.object({ sites: z.array(DatasourceSite) }),
    problems: ['NOT_FOUND'],
  }),
  create: call(routes.sites.create, {
    summary:
      'Add the pages of a site map, or those below an address: pages of the same host under its path that links lead to. Each becomes a document; needs write access',
    permission,
    params: ById,
    status: 201,
    bodySchema: z.object({
      kind: z.enum(SITE_KINDS),
      url: Address,
      limit: Limit.default(SITE_PAGES.default),
      refresh: RefreshSchema.default('none'),
    }),
    data,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'ADDRESS_NOT_ALLOWED', 'TOO_MANY_SITES', 'TOO_MANY_MEDIA'],
  }),
  update: call(routes.sites.update, {
    summary:
      'Change how often a site and its pages are fetched again, and its number of pages; needs write access',
    permission,
    params: ById,
    bodySchema: z.object({ limit: Limit.optional(), refresh: RefreshSchema.optional() }),
    data,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  refresh: call(routes.sites.refresh, {
    summary: 'Fetch a site and all of its pages now; needs write access',
    permission,
    params: ById,
    data,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  removeGone: call(routes.sites.removeGone, {
    summary: 'Remove the pages of a site that are marked as gone; needs write access',
    permission,
    params: ById,
    /** Number of pages. */
    data: z.object({ removed: z.number().int() }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  remove: call(routes.sites.remove, {
    summary: 'Remove a site with its pages from its data source; needs write access',
    permission,
    params: ById,
    data: Nothing,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
} as const
