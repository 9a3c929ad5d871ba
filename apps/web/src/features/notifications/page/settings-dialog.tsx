import type { NotificationKind } from '@polylogue/contract'
import { Suspense, useId, useState, type ReactNode } from 'react'
import { useAppName, useConfig } from '#lib/config.ts'
import { lazyView } from '#lib/load-code.ts'
import { recall, remember } from '#lib/preferences.ts'
import { useTranslation } from '#lib/texts.ts'
import { Dialog, DialogBody } from '#ui/dialog.tsx'
import { Switch } from '#ui/switch.tsx'
import { useChangeSetting, useStoredSettings } from '#features/settings/index.ts'
import { StreamLine } from '../stream-state.tsx'
import css from './page.module.css'

// Most installations have no mail server.
const MailGroup = lazyView(async () => (await import('./mail-group.tsx')).MailGroup)

const NAMES = ['people', 'work', 'sources', 'account'] as const

/** All kinds that the server makes, by group. Not read from the contract: its list would be part of every page. */
const KINDS: Readonly<Record<NotificationKind, (typeof NAMES)[number]>> = {
  shared: 'people',
  accessChanged: 'people',
  accessEnded: 'people',
  handedOver: 'people',
  groupJoined: 'people',
  groupLeft: 'people',
  approvalAsked: 'people',
  approved: 'people',
  declined: 'people',
  answerEnded: 'work',
  replayEnded: 'work',
  goldenRunEnded: 'work',
  importEnded: 'work',
  unansweredAsked: 'work',
  unansweredSolved: 'work',
  chatbotUnanswered: 'work',
  datasourceFailed: 'sources',
  datasourceRefreshed: 'sources',
  modelDeployed: 'sources',
  modelFailed: 'sources',
  newDevice: 'account',
  announcement: 'account',
}

const kindsOf = (name: (typeof NAMES)[number]) =>
  (Object.keys(KINDS) as NotificationKind[]).filter((kind) => KINDS[kind] === name)

/** What the person is told about, and whether this browser shows it, too. */
export function SettingsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('notifications')
  const { digestHour } = useConfig()
  return (
    <Dialog opened={opened} title={t('settings')} lead={t('settingsLead')} width={560} onClose={onClose}>
      <DialogBody>
        {NAMES.map((name) => (
          <Group key={name} title={t(`groups.${name}`)}>
            <Kinds of={kindsOf(name)} />
          </Group>
        ))}
        {digestHour >= 0 && (
          <Suspense fallback={null}>
            <MailGroup hour={digestHour} />
          </Suspense>
        )}
        <Group title={t('browser.title')}>
          <BrowserSwitch />
        </Group>
        <Group title={t('stream.title')}>
          <StreamLine />
        </Group>
      </DialogBody>
    </Dialog>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={css.group}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  )
}

/** Switches of kinds; on unless the setting names the kind. */
function Kinds({ of }: { of: readonly NotificationKind[] }) {
  const { t } = useTranslation('notifications')
  const stored = useStoredSettings().data
  const change = useChangeSetting('notificationsOff')
  const off = namesIn(stored?.notificationsOff)
  return of.map((kind) => (
    <Switch
      key={kind}
      label={t(`kinds.${kind}`)}
      checked={!off.includes(kind)}
      disabled={!stored}
      onChange={({ target: { checked } }) =>
        change((now) => {
          const others = namesIn(now).filter((name) => name !== kind)
          return (checked ? others : [...others, kind]).join(',')
        })
      }
    />
  ))
}

const namesIn = (value = ''): string[] =>
  value
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** Notifications of the browser: off until somebody switches them on, which asks the browser for permission. */
function BrowserSwitch() {
  const { t } = useTranslation('notifications')
  const app = useAppName()
  const isThere = 'Notification' in globalThis
  const [permission, setPermission] = useState(isThere ? Notification.permission : 'denied')
  const [wanted, setWanted] = useState(recall('pushes') !== null)
  const id = useId()
  const set = async (on: boolean) => {
    const answer = on ? await Notification.requestPermission() : permission
    setPermission(answer)
    const next = on && answer === 'granted'
    remember('pushes', next ? 'true' : null)
    setWanted(next)
  }
  const why = !isThere ? t('browser.missing') : permission === 'denied' ? t('browser.denied') : undefined
  return (
    <>
      <Switch
        label={t('browser.switch')}
        checked={wanted && permission === 'granted'}
        disabled={!isThere}
        aria-describedby={id}
        onChange={({ target }) => void set(target.checked)}
      />
      <p id={id} className={css.hint}>
        {why ?? t('browser.text', { app })}
      </p>
    </>
  )
}
