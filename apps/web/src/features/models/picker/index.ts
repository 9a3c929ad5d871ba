export { Awaited } from './awaited.tsx'
export { FavouritesContext, parseFavourites, toggledFavourite } from './favourites.ts'
export { ModelFields } from './model-fields.tsx'
export { ModelMenu, ModelPicker } from './model-picker.tsx'
