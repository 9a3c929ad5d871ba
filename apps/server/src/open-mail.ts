// Opens the daily e-mail, if a mail server is configured.
import { senderOf } from './config-mail.ts'
import { digestFeature, type DigestFeature } from './features/digest/index.ts'
import type { NotificationsFeature } from './features/notifications/index.ts'
import type { People } from './open-people.ts'
import type { Platform } from './open-platform.ts'

export function openMail(
  { config, configuration, db, clock, log, secrets, jobs }: Platform,
  { auth, settings }: People,
  { fresh }: NotificationsFeature,
): Promise<DigestFeature> {
  const { mail, publicUrl, appName } = config.file
  if (!mail || publicUrl === undefined) return digestFeature(undefined)
  return digestFeature({
    db,
    clock,
    log,
    secrets,
    jobs,
    fresh,
    hour: mail.digestHour,
    server: {
      ...mail,
      name: new URL(publicUrl).hostname,
      port: mail.port ?? (mail.secure ? 465 : 587),
      from: senderOf(mail.from),
      timeoutMs: mail.timeoutSeconds * 1_000,
    },
    place: { appName, publicUrl },
    language: () => configuration.current().languages[0] ?? 'en',
    viewerOf: (userId) => auth.viewerOf(userId),
    settings: settings.service,
  })
}
