export { BannerPlace } from './banner-place.tsx'
