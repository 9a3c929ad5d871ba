// Opens the HTTP side: the features' calls, the web app, and metrics.
import { join } from 'node:path'
import type { Registry } from 'prom-client'
import { publicConfig } from './config-file.ts'
import type { AnswersFeature } from './features/answers/index.ts'
import type { AuditFeature } from './features/audit/index.ts'
import type { AuthFeature } from './features/auth/index.ts'
import { BRANDING_FOLDER, type BrandingFeature } from './features/branding/index.ts'
import type { LicenceService } from './features/licence/index.ts'
import type { PluginFolders } from './features/plugins/index.ts'
import type { Platform } from './open-platform.ts'
import type { Routes } from './http/routes.ts'
import type { CrossOrigin } from './http/cross-origin.ts'
import { createHttp } from './http/server.ts'
import type { PluginGate } from './http/plugin-gate.ts'
import type { V1Calls } from './http/v1.ts'
import type { ViewerSource } from './http/viewers.ts'
import type { WidgetDeps } from './http/widget.ts'
import { addMetrics } from './platform/metrics.ts'

interface People {
  readonly auth: Pick<AuthFeature, 'sessions'>
  readonly audit: AuditFeature
  readonly licence: { readonly service: LicenceService }
}

interface Parts {
  readonly routes: Routes[]
  readonly furtherRoutes: Routes[]
  readonly viewers: readonly ViewerSource[]
  readonly v1: V1Calls
  readonly answers: Pick<AnswersFeature, 'count' | 'waiting'>
  readonly crossOrigin: CrossOrigin
  readonly plugins: PluginGate
  readonly pluginFiles: PluginFolders
  readonly framesOf: NonNullable<WidgetDeps['framesOf']>
}

/** Returns whether text recognition is on, was switched off, or is not installed. */
const recognitionOf = (wanted: readonly string[], installed: readonly string[]) =>
  installed.length > 0 ? 'on' : wanted.length > 0 ? 'missing' : 'off'

/** Opens the HTTP server; it listens after `listen`. */
export function openHttp(
  options: {
    readonly home: string
    readonly registry: Registry
    readonly checkReplies?: boolean
    readonly branding: BrandingFeature['service']
  },
  { config, configuration, db, log, clock, staticRoots, bodies, documents }: Platform,
  { auth, audit, licence }: People,
  { answers, ...parts }: Parts,
) {
  const { registry } = options
  const installed = documents.installed()
  addMetrics(registry, { db, answers: () => answers.count(), waiting: () => answers.waiting() })
  return createHttp({
    config: { host: config.host, port: config.port, ...config.file },
    ...parts,
    sessions: auth.sessions,
    licence: licence.service,
    denied: audit.service.denied,
    log,
    clock,
    registry,
    translate: (error) => db.problemOf(error),
    webRoot: join(options.home, '..', 'web', 'dist'),
    widgetRoot: join(options.home, '..', 'widget', 'dist'),
    staticRoots,
    checkedFolder: { name: BRANDING_FOLDER, refusalOf: options.branding.refusalOf },
    bodies,
    publicConfig: (): Record<string, unknown> => ({
      ...publicConfig(configuration.current(), config.version),
      customer: options.branding.customer(),
      recognition: recognitionOf(config.file.recognitionLanguages, documents.recognizes),
      recognitionLanguages: documents.recognizes,
      recognitionInstalled: installed,
    }),
    checkReplies: options.checkReplies ?? false,
  })
}
