import type { Banner as Shown } from '@polylogue/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { usePutAway } from './api.ts'
import { Banner } from './banner.tsx'
import css from './banner.module.css'

/** The banners that have not ended, the newest first. Each can be put away. */
export function Banners({ of }: { of: readonly Shown[] }) {
  const { t } = useTranslation('announcements')
  const putAway = usePutAway()
  const lasting = useLasting(of)
  if (lasting.length === 0) return null
  return (
    <section aria-label={t('banners')} className={css.all} data-banners>
      {lasting.map((banner) => (
        <Banner key={banner.id} {...banner}>
          <IconButton
            icon="x"
            label={t('putAway', { title: banner.title })}
            data-away
            onClick={(event) => {
              focusNext(event.currentTarget)
              putAway.mutate(banner.id)
            }}
          />
        </Banner>
      ))}
    </section>
  )
}

const DAY_MS = 86_400_000

/** Returns the banners that still last, renewed when the next one ends. */
function useLasting(of: readonly Shown[]): readonly Shown[] {
  const [now, setNow] = useState(() => Date.now())
  const lasting = of.filter(({ ends }) => Date.parse(ends) > now)
  const next = Math.min(...lasting.map(({ ends }) => Date.parse(ends)))
  useEffect(() => {
    if (!Number.isFinite(next)) return undefined
    // A timer takes 24 days at most.
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, Math.min(next - Date.now(), DAY_MS)))
    return () => clearTimeout(timer)
  }, [next, now])
  return lasting
}

/** Moves the focus from a button that goes away to that of another banner, or to the heading. */
function focusNext(pressed: Element): void {
  const all = [...(pressed.closest('[data-banners]')?.querySelectorAll<HTMLElement>('[data-away]') ?? [])]
  const at = all.findIndex((one) => one === pressed)
  const next = all[at + 1] ?? all[at - 1] ?? document.querySelector<HTMLElement>('h1')
  next?.focus()
}
