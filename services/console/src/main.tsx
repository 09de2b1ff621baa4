import { render } from 'preact';
import 'virtual:tokens.css';
import './style/style.css';
import { App } from './app.tsx';
import { loadSession } from './data/session.ts';
import { isLinkPage } from './links/link-addresses.ts';
import { isFollowingLink } from './sign-in/token.ts';

const root = document.querySelector('#app');
if (root === null) throw new Error('The page has no place for the app');
// While a sign-in link is being followed, the present session is not asked for: the link may replace it.
if (!isFollowingLink() && !isLinkPage(location.pathname)) void loadSession();
render(<App />, root);
