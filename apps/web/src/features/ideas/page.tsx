import { IDEAS_PER_PAGE } from '@polylogue/contract/browser'
import { useState } from 'react'
import { useDialogs } from '#lib/dialogs.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { LedAway } from '#ui/led-away.tsx'
import { Pager } from '#ui/pager.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { SkeletonLine, EmptyState, LoadFailed, Loading } from '#ui/states.tsx'
import { useLastPage } from '#features/items/index.ts'
import { usePermission } from '#features/session/index.ts'
import { useIdeaPage, type FoundIdeas } from './api.ts'
import { IdeaCard } from './card.tsx'
import { IDEA_DIALOGS } from './dialog-names.ts'
import { IdeaDialogs } from './dialogs.tsx'
import { useFilledIdea } from './fill-idea.tsx'
import css from './page.module.css'
import { useCategoryName } from './use-category-name.ts'
import { useOpenInChat } from './use-open-in-chat.ts'
import { usePlace, type PlaceInAddress } from './use-place.ts'

/** The prompt ideas as cards, ten a page. */
export function IdeasPage() {
  if (usePermission('can_use_prompts') === false) return <LedAway why="notAllowed" />
  return <Ideas />
}

function Ideas() {
  const { t } = useTranslation('ideas')
  const errorMessage = useErrorMessage()
  const place = usePlace()
  const found = useIdeaPage(place)
  const { data } = found
  const pages = Math.max(1, data?.pages ?? 1)
  const isKnown = data !== undefined && !found.isPlaceholderData
  useLastPage({ page: place.page, pages, isKnown }, (page) => place.change({ page }, true))
  if (found.isPending) return <Skeleton />
  if (data === undefined)
    return (
      <LoadFailed
        title={t('loadFailed')}
        {...errorMessage(found.error)}
        onRetry={() => void found.refetch()}
      />
    )
  return (
    <>
      <Tools found={data} place={place} />
      <Cards found={data} place={place} isOld={found.isPlaceholderData} />
      {data.total > IDEAS_PER_PAGE && (
        <Pager
          label={t('pages')}
          page={place.page}
          pageSize={IDEAS_PER_PAGE}
          total={data.total}
          hasChoice
          onPage={(page) => place.change({ page })}
        />
      )}
      <IdeaDialogs found={data} place={place} onCreated={place.showNewest} />
    </>
  )
}

/** The filter by category, and a button to add an idea. */
function Tools({ found, place }: { found: FoundIdeas; place: PlaceInAddress }) {
  const { t } = useTranslation('ideas')
  const dialogs = useDialogs()
  const categoryName = useCategoryName()
  return (
    <div className={css.tools}>
      <div className={css.filter}>
        <SelectField
          label={t('category')}
          value={String(place.category ?? '')}
          options={[
            { value: '', label: t('allCategories') },
            ...found.categories.map((one) => ({ value: String(one.id), label: categoryName(one) })),
          ]}
          onChange={(id) => place.change({ page: 1, category: id === '' ? undefined : Number(id) })}
        />
      </div>
      {found.canCreate && (
        <Button size="large" icon="plus" onClick={() => dialogs.show(IDEA_DIALOGS.create)}>
          {t('add')}
        </Button>
      )}
    </div>
  )
}

interface CardsProps {
  found: FoundIdeas
  place: PlaceInAddress
  /** The next page is still loading. */
  isOld: boolean
}

function Cards({ found, place, isOld }: CardsProps) {
  const { t } = useTranslation('ideas')
  const categoryName = useCategoryName()
  const open = useOpenInChat()
  const [usedId, setUsedId] = useState<number>()
  const filled = useFilledIdea((text) => open.mutate(text))
  const labelOf = (id: number, label: string) => {
    const category = found.categories.find((one) => one.id === id)
    return category ? categoryName(category) : label
  }
  if (found.ideas.length === 0)
    return place.category === undefined ? (
      <EmptyState title={t('none')} text={t('noneText')} wayOn="beside" />
    ) : (
      <EmptyState title={t('noneInCategory')}>
        <Button onClick={() => place.change({ page: 1, category: undefined })}>{t('showAll')}</Button>
      </EmptyState>
    )
  return (
    <>
      <ul className={css.cards} aria-label={t('title')} aria-busy={isOld || undefined}>
        {found.ideas.map((idea) => (
          <IdeaCard
            key={idea.id}
            idea={idea}
            category={labelOf(idea.categoryId, idea.category)}
            busy={open.isPending && usedId === idea.id}
            onUse={() => {
              if (open.isPending) return
              setUsedId(idea.id)
              filled.choose(idea)
            }}
          />
        ))}
      </ul>
      {filled.dialog}
    </>
  )
}

const Skeleton = () => (
  <Loading>
    <div className={css.cards}>
      {[1, 2, 3, 4, 5, 6].map((card) => (
        <div key={card} className={css.card}>
          <SkeletonLine width={28} />
          <SkeletonLine width={92} />
          <SkeletonLine width={64} />
        </div>
      ))}
    </div>
  </Loading>
)
