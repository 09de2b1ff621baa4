import { render } from 'preact';
import 'virtual:tokens.css';
import './style/style.css';
import { App } from './app.tsx';
import { loadSession } from './data/session.ts';
import { isLinkPage } from './links/link-addresses.ts';
import { isFollowingLink } from './sign-in/token.ts';

const root = document.querySelector('#app');
if (root === null) throw new Error('The page has no place for the app');
// A link that is being followed decides who is signed in; an answer about the time before it would come too late.
if (!isFollowingLink() && !isLinkPage(location.pathname)) void loadSession();
render(<App />, root);
