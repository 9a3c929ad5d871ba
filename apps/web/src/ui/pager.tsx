import { useMediaQuery } from '@mantine/hooks'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from './icon-button.tsx'
import { PageNumbers } from './page-numbers.tsx'
import css from './pager.module.css'

interface PagerProps {
  /** Accessible name of the list. */
  label: string
  /** From 1. */
  page: number
  pageSize: number
  total: number
  /** Also offers a list of all pages. */
  hasChoice?: boolean
  /** Also offers a button for each page; on small screens a list of all pages. */
  hasNumbers?: boolean
  onPage: (page: number) => void
}

/** Shows the current range of a long list, with buttons for the previous and next page. */
export function Pager({ label, page, pageSize, total, onPage, ...turning }: PagerProps) {
  const { t } = useTranslation('ui')
  const format = useFormat()
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const from = Math.min((page - 1) * pageSize + 1, total)
  const to = Math.min(page * pageSize, total)
  return (
    <nav className={css.pager} aria-label={label}>
      <span role="status">
        {t('pageOf', { from: format.number(from), to: format.number(to), total: format.number(total) })}
      </span>
      <span className="sp" />
      <Step
        icon="chevron-left"
        label={t('previousPage')}
        possible={page > 1}
        onStep={() => onPage(page - 1)}
      />
      {pages > 1 && <AnyPage page={page} pages={pages} onPage={onPage} {...turning} />}
      <Step
        icon="chevron-right"
        label={t('nextPage')}
        possible={page < pages}
        onStep={() => onPage(page + 1)}
      />
    </nav>
  )
}

type AnyPageProps = Pick<PagerProps, 'page' | 'hasChoice' | 'hasNumbers' | 'onPage'> & { pages: number }

function AnyPage({ page, pages, hasChoice = false, hasNumbers = false, onPage }: AnyPageProps) {
  const { t } = useTranslation('ui')
  const format = useFormat()
  const small = useMediaQuery('(max-width: 1024px)', false, { getInitialValueInEffect: false })
  if (hasNumbers && !small) return <PageNumbers page={page} pages={pages} onPage={onPage} />
  if (!hasChoice && !hasNumbers) return null
  return (
    <select
      className={css.choice}
      aria-label={t('page')}
      value={page}
      onChange={(event) => onPage(Number(event.target.value))}
    >
      {Array.from({ length: pages }, (_, at) => (
        <option key={at} value={at + 1}>
          {t('pageChoice', { page: format.number(at + 1), pages: format.number(pages) })}
        </option>
      ))}
    </select>
  )
}

interface StepProps {
  icon: 'chevron-left' | 'chevron-right'
  label: string
  possible: boolean
  onStep: () => void
}

/** At either end the button stays mounted to keep the focus. */
function Step({ icon, label, possible, onStep }: StepProps) {
  return (
    <IconButton
      icon={icon}
      label={label}
      aria-disabled={!possible || undefined}
      onClick={possible ? onStep : undefined}
    />
  )
}
