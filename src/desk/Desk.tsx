import { Navigate, Route, Routes, useNavigate, useParams } from 'react-router-dom';
import { selectClinic, selectKept } from './session/session';
import { ItemPane } from './item/ItemPane';
import { Keys } from './keys/keys';
import { useAppSelector } from './store';

/** The whole page: signing in, choosing a clinic, then the desk. */
export function Desk() {
  const kept = useAppSelector(selectKept);
  const clinic = useAppSelector(selectClinic);
  if (!kept) return <h1>Sign in</h1>;
  if (!clinic) return <h1>{`Which clinic, ${kept.person.name}?`}</h1>;
  return (
    <Keys>
      <Routes>
        <Route path="/admin" element={<Navigate to="/admin/inbox" replace />} />
        <Route path="/admin/inbox/:itemId?" element={<Item />} />
      </Routes>
    </Keys>
  );
}

function Item() {
  const { itemId } = useParams();
  const clinic = useAppSelector(selectClinic);
  const navigate = useNavigate();
  if (!itemId || !clinic) return null;
  return (
    <ItemPane
      itemId={itemId}
      clinic={clinic}
      onOpen={(id) => void navigate(id ? `/admin/inbox/${id}` : '/admin/inbox')}
    />
  );
}
