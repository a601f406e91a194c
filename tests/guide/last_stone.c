    if (now->heap == 0) {
        now->scores[1 - now->next] = 1;
    }
