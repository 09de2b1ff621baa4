export { DARK, FONT, LIGHT, TONES, tokensCss, type Tone } from './tokens.ts';
