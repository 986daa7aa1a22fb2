// Who signs: the signing keys of today and tomorrow (UTC), kept in this browser and not readable by
// anybody, and the clock of the server.
import { app, redraw } from '../core/app.js';
import { deriveKey, sign, stamps, unsigned } from './sigv4.js';

const DAY = 864e5;
const channel = 'BroadcastChannel' in window ? new BroadcastChannel('partita') : null;
let session = null;
let offset = 0;

function store(mode, run) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('partita-console', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('session');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('session', mode);
      const asked = run(transaction.objectStore('session'));
      transaction.oncomplete = () => {
        opening.result.close();
        resolve(asked.result);
      };
      transaction.onerror = () => reject(transaction.error);
    };
  });
}

export const serverNow = () => Date.now() + offset;

// The date of an answer tells how far the clocks are apart; less than a minute does not matter.
export function learnClock(date) {
  const instant = Date.parse(date ?? '');
  if (!Number.isNaN(instant) && Math.abs(instant - serverNow()) > 60_000)
    offset = instant - Date.now();
}

export const who = () => session?.id ?? null;

export async function openSession() {
  if (app.config.auth === 'none') return;
  session = (await store('readonly', (keys) => keys.get('current'))) ?? null;
  app.mustSignIn = !session || !session.days[stamps(serverNow()).day];
}

export async function signIn(id, secret) {
  const days = {};
  for (const instant of [serverNow(), serverNow() + DAY]) {
    const { day } = stamps(instant);
    days[day] = await deriveKey(secret, day);
  }
  session = { id, days };
}

export async function keepSession() {
  await store('readwrite', (keys) => keys.put(session, 'current'));
  app.mustSignIn = false;
  redraw();
}

export async function forget({ tells = true } = {}) {
  session = null;
  app.mustSignIn = app.config.auth !== 'none';
  await store('readwrite', (keys) => keys.delete('current'));
  if (tells) channel?.postMessage('signed out');
  redraw();
}

if (channel) {
  channel.onmessage = () => {
    session = null;
    app.mustSignIn = app.config?.auth !== 'none';
    redraw();
  };
}

export async function authorize(request) {
  const instant = serverNow();
  if (app.config.auth === 'none') return unsigned(instant);
  const key = session?.days[stamps(instant).day];
  if (!key) {
    app.mustSignIn = true;
    redraw();
    throw new Error('Sign in first');
  }
  return sign(request, { id: session.id, key, instant });
}
