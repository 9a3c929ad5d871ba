import { useEffect, useState } from 'react'
import type { System } from '@polylogue/contract'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { STATS_OF_ALL } from '#features/usage/index.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { saveBlob } from '#ui/media-save.ts'
import { SkeletonLine, LoadFailed, Loading } from '#ui/states.tsx'
import { REFETCH_MS, useSystem } from './api.ts'
import { Glance } from './glance.tsx'
import css from './system.module.css'
import { EnginesTable, ServersTable, WorkTable } from './tables.tsx'
import { TroublesList, sinceOf } from './troubles-list.tsx'
import { troublesOf, type Trouble } from './troubles.ts'
import { useWords } from './use-words.ts'

/** The state of the installation: what needs somebody, six facts, engines and jobs. */
export function SystemOverview() {
  const { t } = useTranslation('system')
  const errorMessage = useErrorMessage()
  const { data: system, isPending, error, dataUpdatedAt, refetch } = useSystem()
  const words = useWords()
  if (isPending) return <Skeleton />
  if (!system)
    return <LoadFailed title={t('loadFailed')} {...errorMessage(error)} onRetry={() => void refetch()} />
  const troubles = troublesOf(system)
  return (
    <>
      <div className={css.top}>
        <Result troubles={troubles} />
        <Read at={dataUpdatedAt} failed={error !== null} />
        <LinkButton icon="activity" to={STATS_OF_ALL}>
          {t('usage')}
        </LinkButton>
        <Button icon="download" onClick={() => saveDiagnosis(system)}>
          {t('diagnosis')}
        </Button>
      </div>
      {troubles.length > 0 && <TroublesList troubles={troubles} system={system} />}
      <Glance system={system} troubles={troubles} />
      <div className={css.halves}>
        <EnginesTable engines={system.engines} since={sinceOf(system, words, t)} />
        <WorkTable work={system.work} at={system.at} />
      </div>
      {system.servers.length > 1 && <ServersTable system={system} />}
    </>
  )
}

/** The page's heading: its result. */
function Result({ troubles }: { troubles: readonly Trouble[] }) {
  const { t } = useTranslation('system')
  const words = useWords()
  const bad = troubles.filter(({ kind }) => kind === 'bad').length
  const watch = troubles.length - bad
  const parts = [
    bad > 0 ? t('bad', { count: bad, number: words.number(bad) }) : '',
    watch > 0 ? t('watch', { count: watch, number: words.number(watch) }) : '',
  ].filter(Boolean)
  return <p className={css.result}>{parts.length > 0 ? parts.join(', ') : t('well')}</p>
}

/** When the figures were read; red when that failed since. */
function Read({ at, failed }: { at: number; failed: boolean }) {
  const { t } = useTranslation('system')
  const words = useWords()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const ago = words.duration(Math.max(0, now - at))
  const every = words.duration(REFETCH_MS)
  return (
    <span className={css.read} data-failed={failed || undefined} role={failed ? 'alert' : undefined}>
      {t(failed ? 'readFailed' : 'read', { ago, every })}
    </span>
  )
}

function saveDiagnosis(system: System): void {
  const text = JSON.stringify(system, null, 2)
  saveBlob(new Blob([text], { type: 'application/json' }), `system-${system.at.slice(0, 10)}.json`)
}

function Skeleton() {
  return (
    <Loading>
      <div className={css.bones}>
        {[30, 96, 96, 100, 100, 100].map((width, index) => (
          <SkeletonLine key={index} width={width} height={index === 2 ? 96 : 20} />
        ))}
      </div>
    </Loading>
  )
}
