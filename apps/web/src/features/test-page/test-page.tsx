import { useState } from 'react'
import { useAppName, useConfig } from '#lib/config.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { copyText } from '#ui/markdown/copy-text.ts'
import { Section } from '#ui/page-section.tsx'
import { Status } from '#ui/table.tsx'
import {
  BROWSER_CHECKS,
  canFail,
  PERSON_CHECKS,
  SERVER_CHECKS,
  type CheckName,
  type Outcome,
} from './outcome.ts'
import { reportOf } from './report.ts'
import css from './test-page.module.css'
import { useChecks } from './use-checks.ts'

const PARTS = [
  { id: 'browser', checks: BROWSER_CHECKS },
  { id: 'server', checks: SERVER_CHECKS },
  { id: 'person', checks: PERSON_CHECKS },
] as const

/** What this browser and this server can do, for support; a button copies it as text without secrets (PAGE-17). */
export function TestPage({ signedIn }: { signedIn: boolean }) {
  const { t } = useTranslation('about')
  const [round, setRound] = useState(0)
  const outcomes = useChecks(round)
  const running = PARTS.some(({ checks }) => checks.some((name) => !outcomes[name]))
  return (
    <>
      <div className={css.actions}>
        <CopyButton outcomes={outcomes} />
        <Button icon="refresh" busy={running} onClick={() => setRound(round + 1)}>
          {t('test.again')}
        </Button>
        <LinkButton to={signedIn ? '/' : '/sign-in'} kind="quiet">
          {signedIn ? t('test.toStart') : t('test.toSignIn')}
        </LinkButton>
      </div>
      <p className={css.progress} role="status">
        {running ? t('test.running') : t(`test.${resultOf(outcomes)}`)}
      </p>
      {PARTS.map(({ id, checks }) => (
        <Section key={id} title={t(`test.parts.${id}`)}>
          <dl className={css.rows}>
            {checks.map((name) => (
              <Row key={name} name={name} outcome={outcomes[name]} />
            ))}
          </dl>
        </Section>
      ))}
    </>
  )
}

type Outcomes = ReturnType<typeof useChecks>

function resultOf(outcomes: Outcomes): 'well' | 'watch' | 'failed' {
  const states = new Set(Object.values(outcomes).map(({ state }) => state))
  return states.has('bad') ? 'failed' : states.has('warn') ? 'watch' : 'well'
}

const KINDS = { ok: 'ok', info: 'off', warn: 'warn', bad: 'bad', skipped: 'off' } as const

/** A check with its result and, when something is wrong, what to do. */
function Row({ name, outcome }: { name: CheckName; outcome: Outcome | undefined }) {
  const { t } = useTranslation('about')
  const isWrong = outcome?.state === 'warn' || outcome?.state === 'bad'
  return (
    <div>
      <dt>{t(`test.checks.${name}`)}</dt>
      <dd>
        {outcome ? (
          <>
            <span className={css.state}>
              <Status kind={KINDS[outcome.state]}>{t(`test.states.${outcome.state}`)}</Status>
            </span>
            <span className={css.value}>{outcome.value}</span>
            {isWrong && canFail(name) && <p className={css.todo}>{t(`test.todo.${name}`)}</p>}
          </>
        ) : (
          <span className={css.value}>{t('test.testing')}</span>
        )}
      </dd>
    </div>
  )
}

function CopyButton({ outcomes }: { outcomes: Outcomes }) {
  const { t } = useTranslation('about')
  const app = useAppName()
  const { version } = useConfig()
  const [copied, setCopied] = useState<'no' | 'done' | 'failed'>('no')
  const copy = async () => {
    const parts = PARTS.map(({ id, checks }) => ({
      title: t(`test.parts.${id}`),
      rows: checks.map((name) => ({ name: t(`test.checks.${name}`), outcome: outcomes[name] })),
    }))
    const report = reportOf(`${app} ${version}`, [location.origin, new Date().toISOString()], parts)
    setCopied((await copyText(report)) ? 'done' : 'failed')
  }
  return (
    <>
      <Button kind="fill" icon="copy" onClick={() => void copy()}>
        {t('test.copy')}
      </Button>
      <span role="status">
        {copied === 'done' ? t('test.copied') : copied === 'failed' ? t('test.notCopied') : ''}
      </span>
    </>
  )
}
